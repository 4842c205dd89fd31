import { describe, expect, it } from 'vitest';
import { canKeepConnection, createStreamPlanner } from '#main/venue/streamPlan.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import { parseMarketId } from '#shared/units/ids.ts';

const m1 = parseMarketId('101');
const m2 = parseMarketId('102');
const planStreamGroups = (interest: PublicInterest) => createStreamPlanner().plan(interest);
const NOTHING: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

describe('planStreamGroups', () => {
  it('gives a market with a book its own connection and lets other tapes share one', () => {
    const groups = planStreamGroups({
      books: [m1],
      tapes: [m1, m2, m2],
      candles: [{ market: m1, period: '1h' }],
      underlyings: ['ETH-USD', 'BTC-USD'],
    });
    expect(groups).toEqual([
      {
        key: 'market 101',
        streams: ['101.kline-1h', '101.ob-inc', '101.trades'],
        markets: ['101'],
        books: ['101'],
        shared: null,
      },
      { key: 'tapes', streams: ['102.trades'], markets: ['102'], books: [], shared: 'tapes' },
      {
        key: 'underlyings',
        streams: ['crypto.BTC-USD', 'crypto.ETH-USD'],
        markets: [],
        books: [],
        shared: 'underlyings',
      },
    ]);
  });

  it('does not depend on the order of the interest', () => {
    const a = planStreamGroups({ ...NOTHING, tapes: [m1, m2], underlyings: ['A', 'B'] });
    expect(planStreamGroups({ ...NOTHING, tapes: [m2, m1], underlyings: ['B', 'A', 'B'] })).toEqual(a);
  });

  it('splits many tapes into several connections', () => {
    const tapes = Array.from({ length: 250 }, (_, index) => parseMarketId(`m${index}`));
    const groups = planStreamGroups({ ...NOTHING, tapes });
    expect(groups.map((group) => [group.key, group.streams.length])).toEqual([
      ['tapes', 100],
      ['tapes 2', 100],
      ['tapes 3', 50],
    ]);
  });

  it('puts 256 shown books and 200 unshown ones on few connections, each with a bounded address', () => {
    const markets = Array.from({ length: 456 }, (_, index) => parseMarketId(`m${index}`));
    const groups = planStreamGroups({ ...NOTHING, books: markets.slice(0, 256), unshownBooks: markets.slice(256) });
    expect(groups.flatMap(({ books }) => books).sort()).toEqual([...markets].sort());
    // The embedded exchange admits 32, of which a few are for REST and the account.
    expect(groups.length).toBeLessThanOrEqual(26);
    expect(Math.max(...groups.map(({ streams }) => streams.length))).toBeLessThanOrEqual(100);
  });

  it('keeps every book where it is while others come and go', () => {
    const markets = Array.from({ length: 80 }, (_, index) => parseMarketId(`m${index}`));
    const planner = createStreamPlanner();
    const before = new Set(planner.plan({ ...NOTHING, books: markets }).map((group) => JSON.stringify(group)));
    const changed = (interest: PublicInterest) =>
      planner.plan(interest).filter((group) => !before.has(JSON.stringify(group)));
    // The room of a market that left is for the next one.
    const next = changed({ ...NOTHING, books: markets.with(40, m1) });
    expect(next).toMatchObject([{ key: 'books 2' }]);
    expect(next[0]!.books).toContain(m1);
    // Hidden, or with a chart: a book does not move.
    const hidden = { ...NOTHING, books: markets.slice(0, 40), unshownBooks: markets.slice(40) };
    expect(planner.plan({ ...NOTHING, books: markets })).toEqual(planner.plan(hidden));
    const candles = [{ market: markets[30]!, period: '1h' as const }];
    const charted = changed({ ...hidden, candles }).filter(({ markets: own }) => own.includes(markets[30]!));
    expect(charted).toMatchObject([{ key: 'books 2', streams: expect.arrayContaining([`${markets[30]}.kline-1h`]) }]);
  });

  it('gives a market whose candles are shown its own connection with its book', () => {
    const groups = planStreamGroups({ ...NOTHING, unshownBooks: [m1], candles: [{ market: m1, period: '1h' }] });
    expect(groups).toMatchObject([{ key: 'market 101', books: ['101'] }]);
  });

  it('plans nothing for an empty interest', () => {
    expect(planStreamGroups(NOTHING)).toEqual([]);
  });
});

describe('canKeepConnection', () => {
  const [withBook] = planStreamGroups({ ...NOTHING, books: [m1] });
  const [candlesOnly] = planStreamGroups({ ...NOTHING, candles: [{ market: m1, period: '1m' }] });

  it('is true when the connection carries all wanted streams', () => {
    expect(canKeepConnection(['101.kline-1m', '101.ob-inc', '101.trades'], withBook!)).toBe(true);
  });

  it('is false when a stream is missing, or when the connection carries an unwanted book', () => {
    expect(canKeepConnection(['101.ob-inc'], withBook!)).toBe(false);
    expect(canKeepConnection(['101.kline-1m', '101.ob-inc'], candlesOnly!)).toBe(false);
  });
});
