import { describe, expect, it } from 'vitest';
import { hintForCodes } from '#main/desk/rejections.ts';

describe('refusals in words', () => {
  it('translates a known code and keeps it', () => {
    expect(hintForCodes(['market.order.invalid_price'])).toBe(
      'The exchange refuses this price: it must be on the tick (market.order.invalid_price)',
    );
  });

  it('shows an unknown code as it is, and says when there is none', () => {
    expect(hintForCodes(['area.new_reason'])).toBe('The exchange refused it: area.new_reason');
    expect(hintForCodes([])).toBe('The exchange refused it: without a code');
    expect(hintForCodes(['constructor'])).toBe('The exchange refused it: constructor');
  });
});
