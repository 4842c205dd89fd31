import { describe, expect, it } from 'vitest';
import { emptyKnown } from '#shared/order/conditional/known.ts';
import type { BookObservation } from '#shared/order/conditional/observation.ts';
import { findBook, isStoodIn, standInOf, underlyingFor } from '#shared/order/conditional/standIn.ts';
import type { Known } from '#shared/order/conditional/state.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { StandIn } from '#shared/order/conditional/trigger.ts';
import { levels, MARKET } from '#test/slice/makers.ts';
import { CALM, LOW, OCA, OFFSET, openBench, type Pairs, priceTrigger, START, STOP, YES } from './makers.ts';

const REST: ConditionalTerms = { ...STOP, standIn: { kind: 'rest' } };
const BELOW: StandIn = { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrBelow', price: 94_000 };
const BTC: ConditionalTerms = { ...STOP, standIn: BELOW };

const bookOf = (provedAtMs: number, [bids, asks]: readonly [Pairs, Pairs], isRest = false): BookObservation => ({
  market: MARKET,
  epoch: isRest ? -1 : 1,
  sequence: 7,
  provedAtMs,
  health: 'live',
  bids: levels(...bids),
  asks: levels(...asks),
  ...(isRest ? { isRest: true } : {}),
});
const known = (part: Partial<Known>): Known => ({ ...emptyKnown(false), ...part });
const tick = (price: number, exchangeTimeMs: number) => ({ symbol: 'BTC-USD', price, exchangeTimeMs });

describe('what stands in', () => {
  it('is for exits alone, and nothing unless the terms name it', () => {
    expect(standInOf(STOP)).toBeNull();
    // Several books, or no trigger.
    expect(standInOf({ ...OCA, direction: 'sell', standIn: { kind: 'rest' } })).toBeNull();
    expect(standInOf({ ...OFFSET, direction: 'sell', standIn: { kind: 'rest' } })).toBeNull();
    expect(standInOf(REST)).toEqual({ kind: 'rest' });
    expect(standInOf({ ...REST, direction: 'buy' })).toBeNull();
    expect(standInOf({ ...REST, direction: 'buy', kind: 'bracket' })).toEqual({ kind: 'rest' });
  });

  it('is the REST book while the streamed one is no price, and no older than that may be', () => {
    const [stream, rest] = [bookOf(START, CALM), bookOf(START, LOW, true)];
    const both = known({ books: { [MARKET]: stream }, restBooks: { [MARKET]: rest } });
    expect(findBook(both, MARKET, REST, START)).toBe(stream);
    const stale = known({ books: { [MARKET]: { ...stream, health: 'stale' } }, restBooks: { [MARKET]: rest } });
    expect(findBook(stale, MARKET, REST, START)).toBe(rest);
    expect(findBook(stale, MARKET, STOP, START)).toBeNull();
    expect(findBook(stale, MARKET, REST, START + 5_001)).toBeNull();
    expect(isStoodIn(stale, REST, START)).toBe(true);
    expect(isStoodIn(stale, STOP, START)).toBe(false);
    // Entries of an older program know no REST books.
    const { restBooks: _none, ...before } = known({});
    expect(findBook(before, MARKET, REST, START)).toBeNull();
  });

  it('is a condition on the underlying for the order’s own outcome alone', () => {
    expect(underlyingFor(priceTrigger('ask', 'atOrBelow', '0.35'), BTC)).toEqual({
      ...BELOW,
      confirm: { kind: 'double' },
    });
    const no = priceTrigger('ask', 'atOrBelow', '0.35', { outcome: { ...YES, side: 'no' } });
    expect(underlyingFor(no, BTC)).toBeNull();
    expect(isStoodIn(known({ ticks: { 'BTC-USD': tick(93_000, START) } }), BTC, START)).toBe(true);
    expect(isStoodIn(known({ ticks: { 'BTC-USD': tick(93_000, START - 3_001) } }), BTC, START)).toBe(false);
  });
});

describe('a stop whose book is stale', () => {
  const open = (terms: ConditionalTerms) => {
    const bench = openBench(terms);
    bench.book(CALM);
    bench.book(CALM, { health: 'stale' });
    return bench;
  };
  const rest = (bench: ReturnType<typeof open>, pairs: readonly [Pairs, Pairs]) =>
    bench.feed({ kind: 'restBook', atMs: bench.now(), book: bookOf(bench.now(), pairs, true) });

  it('waits, whatever the REST book says, unless that stands in', () => {
    const bench = open(STOP);
    rest(bench, LOW);
    bench.wait(600);
    rest(bench, LOW);
    expect(bench.state().life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } });
    expect(bench.children()).toEqual([]);
  });

  it('fires on two REST books, the first one never, and goes on with the streamed book', () => {
    const bench = open(REST);
    rest(bench, LOW);
    expect(bench.state().life.at).toBe('armed');
    bench.wait(600);
    rest(bench, LOW);
    expect(bench.state().fired.stop).toMatchObject({
      isLate: true,
      evidence: { kind: 'book', book: { isRest: true } },
    });
    expect(bench.children()).toMatchObject([{ direction: 'sell' }]);
  });

  it('begins again where the streamed book comes back between the two', () => {
    const bench = open(REST);
    rest(bench, LOW);
    bench.wait(600);
    bench.book(LOW);
    expect(bench.children()).toEqual([]);
  });

  it('fires on two ticks of the underlying, and on none that is old', () => {
    const bench = open(BTC);
    const tell = (price: number, ageMs = 0) =>
      bench.feed({ kind: 'tick', atMs: bench.now(), tick: tick(price, bench.now() - ageMs) });
    tell(93_000, 4_000);
    expect(bench.state().life).toMatchObject({ at: 'waiting' });
    tell(95_000);
    bench.wait(600);
    tell(93_000);
    bench.wait(600);
    expect(bench.children()).toEqual([]);
    tell(93_500);
    expect(bench.state().fired.stop?.evidence).toMatchObject({ kind: 'tick', tick: { price: 93_500 } });
    expect(bench.children()).toMatchObject([{ direction: 'sell', price: STOP.limit }]);
  });
});
