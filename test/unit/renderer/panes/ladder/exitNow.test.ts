import { describe, expect, it } from 'vitest';
import { formatRough, isSameExit, readExit } from '#renderer/panes/ladder/exitNow.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd, toUsd } from '#shared/units/usd.ts';
import { bookOf, positionOf } from '../facts.ts';

const M = 'm' as MarketId;
const book = bookOf(M, {
  bids: Float64Array.of(610_000, 100_000_000, 600_000, 400_000_000),
  asks: Float64Array.of(620_000, 50_000_000),
});
const held = (quantity: string) =>
  positionOf('m', { quantity: parseShares(quantity), averagePrice: parsePrice('0.50'), outcome: 'yes' });
const facts = { book, positions: [held('200')], ledger: [], feeRateMicros: 20_000, tick: 10_000 as Tick };

describe('closing now', () => {
  it('sells into the levels that are there, after fees, and says what holding on brings', () => {
    const exit = readExit(facts)!;
    // 100 at 0.61 and 100 at 0.60 for 100.00, less 0.02 × p × (1 − p) of each.
    expect(exit).toEqual({ gain: 20_044_200n, isWhole: true, ifYes: 100_000_000n, ifNo: -100_000_000n });
    expect(isSameExit(exit, readExit(facts))).toBe(true);
    expect(isSameExit(exit, null)).toBe(false);
  });

  it('counts what the book does not take at the lowest price, and says that it is not whole', () => {
    const exit = readExit({ ...facts, positions: [held('600')] })!;
    expect(exit.isWhole).toBe(false);
    // 301.00 for 500, 1.00 for the other 100, less fees, cost 300.00.
    expect(exit.gain).toBeLessThan(2_000_000n);
    expect(exit.ifYes).toBe(300_000_000n);
  });

  it('is not known without a position, a book or a cost', () => {
    expect(readExit({ ...facts, positions: [] })).toBeNull();
    expect(readExit({ ...facts, book: null })).toBeNull();
    expect(readExit({ ...facts, positions: [{ ...held('200'), averagePrice: null }] })).toBeNull();
  });

  it('is written with the digits that there is room for', () => {
    expect(['−8.35', '9999.99', '12345.67', '−285618.42', '1234567'].map((text) => formatRough(usd(text)))).toEqual([
      '−8.35',
      '+9,999.99',
      '+12,345',
      '−285k',
      '+1.23m',
    ]);
  });
});

const usd = (text: string) => toUsd(text.startsWith('−') ? -parseUsd(text.slice(1)) : parseUsd(text));
