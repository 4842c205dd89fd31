import { describe, expect, it } from 'vitest';
import { bookColumn, checkOutcomeLabels, inYesTerms, otherSide } from '#shared/market/outcome.ts';
import { parsePrice } from '#shared/units/price.ts';

describe('outcomes', () => {
  it("are each other's opposite", () => {
    expect(otherSide('yes')).toBe('no');
    expect(otherSide('no')).toBe('yes');
  });

  it('convert a price to YES terms and back', () => {
    expect(inYesTerms('yes', parsePrice('0.61'))).toBe(610_000);
    expect(inYesTerms('no', parsePrice('0.61'))).toBe(390_000);
    expect(inYesTerms('no', inYesTerms('no', parsePrice('0.61')))).toBe(610_000);
  });

  it('share one book: a bid for NO is an ask of YES', () => {
    expect(bookColumn('yes', 'buy')).toBe('bid');
    expect(bookColumn('yes', 'sell')).toBe('ask');
    expect(bookColumn('no', 'buy')).toBe('ask');
    expect(bookColumn('no', 'sell')).toBe('bid');
  });
});

it.each([
  ['Yes', 'No', null],
  ['Up', 'Down', null],
  ['Home team', 'Away team', null],
  ['No', 'Yes', 'exchanged'],
  [' n O ', 'YES', 'exchanged'],
  ['Down', 'Up', 'exchanged'],
  ['Team A', 'yes!', 'exchanged'],
  ['Ｎｏ', 'Yes', 'exchanged'],
  ['Team', 'team ', 'alike'],
] as const)('checks the labels %s and %s', (yes, no, problem) => {
  expect(checkOutcomeLabels(yes, no)).toBe(problem);
});
