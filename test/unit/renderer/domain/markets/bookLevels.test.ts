import { describe, expect, it } from 'vitest';
import { groupLevels, listOwnLevels } from '#renderer/domain/markets/bookLevels.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { orderOf, restingOf } from '../../panes/facts.ts';

const M = 'm' as MarketId;
const NONE: ReadonlyMap<number, number> = new Map();
const terms = { tick: DEFAULT_TICK, grouping: 5 as const, limit: 9 };
const levels = (...pairs: [number, number][]): Float64Array => Float64Array.from(pairs.flat());

describe('levels of a book', () => {
  it('are grouped down for bids and up for asks, with all their shares', () => {
    const bids = levels([470_000, 10], [460_000, 20], [450_000, 30], [440_000, 5]);
    expect(groupLevels('bid', bids, NONE, terms)).toEqual([
      { price: 450_000, shares: 60, own: 0 },
      { price: 400_000, shares: 5, own: 0 },
    ]);
    const asks = levels([480_000, 1], [500_000, 2], [510_000, 3]);
    expect(groupLevels('ask', asks, NONE, terms).map(({ price, shares }) => [price, shares])).toEqual([
      [500_000, 3],
      [550_000, 3],
    ]);
  });

  it('stay on the grid at both ends', () => {
    expect(groupLevels('bid', levels([20_000, 1]), NONE, terms)[0]?.price).toBe(10_000);
    expect(groupLevels('ask', levels([980_000, 1]), NONE, terms)[0]?.price).toBe(990_000);
  });

  it('are as they are with one tick, at most as many as fit', () => {
    const bids = levels([470_000, 10], [460_000, 20], [450_000, 30]);
    expect(groupLevels('bid', bids, NONE, { ...terms, grouping: 1, limit: 2 })).toEqual([
      { price: 470_000, shares: 10, own: 0 },
      { price: 460_000, shares: 20, own: 0 },
    ]);
  });

  it('know our own open orders in YES terms, and no closed one', () => {
    const price = parsePrice('0.40');
    const own = listOwnLevels(
      [
        restingOf('1', { price, remaining: parseShares('10') }),
        restingOf('2', { price: parsePrice('0.60'), side: 'no', direction: 'sell', remaining: parseShares('5') }),
        restingOf('3', { price: parsePrice('0.30'), side: 'no', remaining: parseShares('7') }),
        restingOf('4', { price, market: 'other' as MarketId }),
        restingOf('5', { price, direction: null }),
        orderOf({ at: 'done' } as never, { price }),
      ],
      M,
    );
    expect([...own.bid]).toEqual([[400_000, parseShares('15')]]);
    expect([...own.ask]).toEqual([[700_000, parseShares('7')]]);
    expect(groupLevels('bid', levels([400_000, 99]), own.bid, terms)[0]?.own).toBe(parseShares('15'));
  });
});
