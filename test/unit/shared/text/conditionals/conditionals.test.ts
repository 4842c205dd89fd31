import { describe, expect, it } from 'vitest';
import {
  formatArmRefusal,
  formatConditionalLife,
  formatConditionalNotice,
  formatDataAge,
} from '#shared/text/conditionals/conditionals.ts';
import { parsePrice } from '#shared/units/price.ts';

describe('the words of conditional orders', () => {
  it('say where one is in its life, and why', () => {
    expect(formatConditionalLife({ at: 'armed' })).toBe('Armed');
    expect(formatConditionalLife({ at: 'waiting', reason: { code: 'locked', parameters: {} } })).toBe(
      'Waiting: the keys are locked',
    );
    expect(formatConditionalLife({ at: 'ended', reason: { code: 'marketClosed', parameters: {} } })).toBe(
      'Ended: the market closed',
    );
    const halted = { code: 'invariant', parameters: { rule: 'storedDiffers' } } as const;
    expect(formatConditionalLife({ at: 'halted', reason: halted })).toContain('look at the orders');
    const blocked = { code: 'blocked', parameters: { code: 'bookNotLive' } } as const;
    expect(formatConditionalLife({ at: 'waiting', reason: blocked })).toContain('is not live');
  });

  it('say why one is not armed', () => {
    const parameters = { price: parsePrice('0.29'), worst: parsePrice('0.30') };
    expect(formatArmRefusal({ code: 'beyondWorst', parameters })).toContain('beyond the worst price');
    expect(formatDataAge(null)).toBe('not seen yet');
  });

  it('notify of what needs a person, without amounts, and of nothing that passes', () => {
    const text = (notice: Parameters<typeof formatConditionalNotice>[1]) => formatConditionalNotice('stop', notice);
    expect(text({ code: 'fired', parameters: { name: 'stop', isLate: true } })).toContain('late');
    expect(text({ code: 'waiting', parameters: { reason: { code: 'locked', parameters: {} } } })).toContain('locked');
    expect(text({ code: 'waiting', parameters: { reason: { code: 'clock', parameters: {} } } })).toBeNull();
    expect(text({ code: 'goesOn', parameters: {} })).toBeNull();
    expect(text({ code: 'halted', parameters: { reason: { code: 'restarted', parameters: {} } } })).toContain('answer');
    expect(
      text({ code: 'ended', parameters: { reason: { code: 'filled', parameters: {} }, filled: 1 as never } }),
    ).toBe('Stop ended: filled');
  });
});
