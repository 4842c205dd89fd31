import { describe, expect, it } from 'vitest';
import { describeHoldings, formatHoldings, marksOf, readHoldings } from '#renderer/panes/ladder/holding.ts';
import type { Position } from '#shared/order/account.ts';
import type { LedgerPosition } from '#shared/order/ledger.ts';

const M = 1_000_000;
const position = (outcome: 'yes' | 'no', contracts: number, average: number | null = null): Position =>
  ({ outcome, quantity: contracts * M, averagePrice: average }) as Position;
/** 120 at 0.33 with 0.54 of fees. */
const line = {
  side: 'yes',
  open: 120 * M,
  cost: 39_600_000n,
  openFees: 540_000n,
} as unknown as LedgerPosition;

describe('what a ladder says about the position', () => {
  it('has the average of the fills and the price that pays back cost and fees', () => {
    const [held] = readHoldings([position('yes', 120)], [line], 20_000);
    expect(held).toMatchObject({ side: 'yes', shares: 120 * M, average: 330_000 });
    expect(held!.breakEven).toBeGreaterThan(334_500);
    expect(formatHoldings([held!], 2)).toMatch(/^120 yes · avg 0\.3300 · even 0\.33\d\d$/);
  });

  it('has the exchange’s average, and no break-even, where the fills are not all known', () => {
    const holdings = readHoldings([position('yes', 130, 340_000)], [line], 20_000);
    expect(holdings).toEqual([{ side: 'yes', shares: 130 * M, average: 340_000, breakEven: null }]);
    expect(formatHoldings(holdings, 2)).toBe('130 yes · avg 0.3400');
  });

  it('nets both outcomes, and marks the prices of the larger one in terms of yes', () => {
    const holdings = readHoldings([position('yes', 50, 300_000), position('no', 120, 600_000)], [], 20_000);
    expect(formatHoldings(holdings, 2)).toBe('120 no, 50 yes · net 70 no');
    expect(describeHoldings(holdings, 2).split('\n')).toHaveLength(3);
    expect(marksOf(holdings)).toEqual({ average: 400_000, breakEven: null });
  });

  it('says that nothing is held', () => {
    expect(formatHoldings(readHoldings([position('yes', 0)], [], 0), 2)).toBe('No position');
    expect(marksOf([])).toEqual({ average: null, breakEven: null });
  });
});
