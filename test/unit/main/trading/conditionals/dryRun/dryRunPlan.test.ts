import { describe, expect, it } from 'vitest';
import { type DryRunContext, planDryRun } from '#main/trading/conditionals/dryRun/dryRunPlan.ts';
import type { WatchedBook } from '#main/trading/conditionals/ports.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makeMarket } from '#test/slice/makers.ts';
import { EVERY_KIND } from '#test/unit/dryRun/makers.ts';
import { BASE, priceTrigger, START, STOP } from '#test/unit/shared/order/conditional/makers.ts';

const OTHER = parseMarketId('other');
const makeBook = (bid: string, ask: string, shares = '300'): WatchedBook => ({
  health: { at: 'live' },
  version: 1,
  sequence: 1,
  provedAtMs: START,
  bids: [parsePrice(bid), parseShares(shares), parsePrice('0.01'), parseShares(shares)],
  asks: [parsePrice(ask), parseShares(shares)],
});

interface Given {
  readonly books?: Readonly<Record<string, WatchedBook>>;
  readonly markets?: Readonly<Record<string, Partial<Market>>>;
  readonly prices?: Readonly<Record<string, number>>;
  readonly free?: string | null;
  readonly grid?: number;
  readonly isTrading?: boolean;
}

function makeContext(given: Given = {}): DryRunContext {
  const { books = { [MARKET]: makeBook('0.42', '0.44') }, prices = {}, free = '250', grid = DEFAULT_TICK } = given;
  return {
    nowMs: START,
    grid: grid as Tick,
    hasListed: () => true,
    hasUnderlying: () => true,
    isTrading: () => given.isTrading ?? true,
    market: (id) => ({ ...makeMarket(), id, eventId: null, terms: null, ...given.markets?.[id] }),
    book: (id) => books[id] ?? null,
    priceOf: (symbol) => prices[symbol] ?? null,
    available: () => (free === null ? null : parseShares(free)),
  };
}

const plan = (terms: ConditionalTerms, given: Given = {}) => planDryRun(terms, 7, null, makeContext(given));
const startOf = (terms: ConditionalTerms, given: Given = {}) => {
  const planned = plan(terms, given);
  if (planned.outcome !== 'request') throw new Error(`Expected a plan, found ${planned.reason.code}`);
  return planned.request.start;
};
const underlying = (symbol: string, floorStrike: number, change: Partial<NonNullable<Market['priceTarget']>> = {}) => ({
  terms: { underlying: { source: null, symbol } } as Market['terms'],
  priceTarget: { floorStrike, capStrike: null, threshold: null, comparator: 'gte', ...change },
});

describe('the plan of a dry run', () => {
  it('begins at the middle, the spread and the depth of the book', () => {
    expect(startOf(STOP)).toMatchObject({
      startMs: START,
      markets: [
        {
          market: MARKET,
          price: parsePrice('0.43'),
          isGuessed: false,
          activity: 'mid',
          levelShares: parseShares('300'),
        },
      ],
    });
    const activity = (bid: string, ask: string) =>
      startOf(STOP, { books: { [MARKET]: makeBook(bid, ask) } }).markets[0]?.activity;
    expect([activity('0.43', '0.44'), activity('0.41', '0.44'), activity('0.30', '0.44')]).toEqual([
      'busy',
      'mid',
      'thin',
    ]);
  });

  it('takes the last price of a market without a live book, and says so', () => {
    const stale = { ...makeBook('0.42', '0.44'), health: { at: 'connecting' } } as unknown as WatchedBook;
    const markets = { [MARKET]: { lastPrice: parsePrice('0.37') } };
    for (const books of [{}, { [MARKET]: stale }, { [MARKET]: { ...makeBook('0.42', '0.44'), asks: [] } }]) {
      expect(startOf(STOP, { books, markets }).markets[0]).toMatchObject({
        price: parsePrice('0.37'),
        isGuessed: true,
      });
    }
    const none = { [MARKET]: { lastPrice: null, yesPrice: null } };
    expect(plan(STOP, { books: {}, markets: none })).toEqual({
      outcome: 'refused',
      reason: { code: 'noPrice', parameters: { market: MARKET } },
    });
  });

  it('sells what is free, or assumes the shares of the order', () => {
    const holdingsOf = (free: string | null) => {
      const planned = plan(STOP, { free });
      return planned.outcome === 'request' ? planned.request.holdings : null;
    };
    expect(holdingsOf('250')).toEqual([{ outcome: BASE.outcome, shares: parseShares('250'), isAssumed: false }]);
    for (const free of ['0', null])
      expect(holdingsOf(free)).toEqual([{ outcome: BASE.outcome, shares: STOP.shares, isAssumed: true }]);
    const bought = plan(EVERY_KIND.twap, { free: '0' });
    expect(bought.outcome === 'request' && bought.request.holdings).toEqual([]);
  });

  it('lets a market follow its underlying where the level and the price are known', () => {
    const markets = { [MARKET]: underlying('BTC-USD', 96_000) };
    const strike = { kind: 'strike', symbol: 'BTC-USD', target: 96_000, cap: null };
    const start = startOf(STOP, { markets, prices: { 'BTC-USD': 95_000 } });
    expect([start.markets[0]?.driver, start.underlyings]).toEqual([strike, [{ symbol: 'BTC-USD', price: 95_000 }]]);
    expect(startOf(STOP, { markets }).markets[0]?.driver).toEqual({ kind: 'alone' });
    const below = { [MARKET]: underlying('BTC-USD', 96_000, { comparator: 'lte' }) };
    expect(startOf(STOP, { markets: below, prices: { 'BTC-USD': 95_000 } }).markets[0]?.driver).toEqual({
      kind: 'alone',
    });
    const capped = { [MARKET]: underlying('BTC-USD', 96_000, { comparator: 'between', capStrike: 98_000 }) };
    expect(startOf(STOP, { markets: capped, prices: { 'BTC-USD': 95_000 } }).markets[0]?.driver).toMatchObject({
      cap: 98_000,
    });
  });

  it('needs the price of an underlying that a trigger is on', () => {
    const trigger = {
      kind: 'underlying',
      symbol: 'ETH-USD',
      crosses: 'atOrBelow',
      price: 3_000,
      confirm: { kind: 'double' },
    } as const;
    expect(plan({ ...STOP, trigger })).toEqual({
      outcome: 'refused',
      reason: { code: 'noUnderlyingPrice', parameters: { symbol: 'ETH-USD' } },
    });
    expect(startOf({ ...STOP, trigger }, { prices: { 'ETH-USD': 3_400 } }).underlyings).toEqual([
      { symbol: 'ETH-USD', price: 3_400 },
    ]);
  });

  it('moves markets of one event against each other while their prices leave room for one winner', () => {
    const trigger = priceTrigger('ask', 'atOrBelow', '0.20', { outcome: { market: OTHER, side: 'yes' } });
    const markets = { [MARKET]: { eventId: 5 }, [OTHER]: { eventId: 5 } };
    const driversAt = (bid: string, ask: string) =>
      startOf(
        { ...STOP, trigger },
        { markets, books: { [MARKET]: makeBook('0.42', '0.44'), [OTHER]: makeBook(bid, ask) } },
      ).markets.map(({ driver }) => driver.kind);
    expect(driversAt('0.30', '0.32')).toEqual(['share', 'share']);
    expect(driversAt('0.70', '0.72')).toEqual(['alone', 'alone']);
  });

  it('refuses what could not be armed, and another grid, but neither an absent position nor disarmed trading', () => {
    expect(plan(STOP, { isTrading: false })).toMatchObject({
      reason: { code: 'notArmable', parameters: { reason: { code: 'marketClosed' } } },
    });
    expect(plan({ ...STOP, limit: parsePrice('0.29') })).toMatchObject({ reason: { code: 'notArmable' } });
    expect(plan(STOP, { grid: 5_000 })).toMatchObject({ reason: { code: 'otherGrid' } });
    for (const terms of Object.values(EVERY_KIND)) expect(plan(terms, { free: null }).outcome).toBe('request');
  });

  it('repeats the day of a report, and refuses a start of other markets', () => {
    const start = startOf(STOP);
    const later = makeContext({ books: { [MARKET]: makeBook('0.60', '0.62') } });
    const again = planDryRun({ ...STOP, limit: parsePrice('0.33') }, 7, start, later);
    expect(again.outcome === 'request' && again.request.start).toEqual(start);
    const trigger = priceTrigger('ask', 'atOrBelow', '0.20', { outcome: { market: OTHER, side: 'yes' } });
    expect(planDryRun({ ...STOP, trigger }, 7, start, later)).toMatchObject({ reason: { code: 'otherStart' } });
  });
});
