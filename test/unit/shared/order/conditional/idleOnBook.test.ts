import { expect, it } from 'vitest';
import { isIdleOnBook } from '#shared/order/conditional/idleOnBook.ts';
import type { BookObservation } from '#shared/order/conditional/observation.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { levels, MARKET } from '#test/slice/makers.ts';
import { CALM, CHASE, LOW, OCO, openBench, type Pairs, STOP } from './makers.ts';

/** Armed, with a calm book that it has seen. */
function open(terms: ConditionalTerms = STOP) {
  const bench = openBench(terms);
  bench.book(CALM);
  const isIdle = ([bids, asks]: readonly [Pairs, Pairs], change: Partial<BookObservation> = {}): boolean => {
    const atMs = bench.now();
    const sides = { bids: levels(...bids), asks: levels(...asks) };
    const book = {
      market: MARKET,
      epoch: 1,
      sequence: 9,
      provedAtMs: atMs,
      health: 'live',
      ...sides,
      ...change,
    } as const;
    return isIdleOnBook(bench.state(), book, atMs);
  };
  return { bench, isIdle };
}

const NEAR: readonly [Pairs, Pairs] = [[['0.36', '100']], [['0.37', '100']]];

it('lets books pass that leave the condition false', () => {
  const { isIdle } = open();
  expect(isIdle(CALM)).toBe(true);
  expect(isIdle(NEAR)).toBe(true);
});

it('lets no book pass that may make it true, has no price, or does not continue the one before', () => {
  const { bench, isIdle } = open();
  expect(isIdle(LOW)).toBe(false);
  expect(isIdle([[['0.40', '100']], []])).toBe(false);
  expect(isIdle(CALM, { epoch: 2 })).toBe(false);
  expect(isIdle(CALM, { health: 'stale' })).toBe(false);
  // A second later what was seen is too old to be continued without a look.
  bench.wait(1_000);
  expect(isIdle(NEAR)).toBe(false);
});

it('lets none pass while a first observation waits for its second one, or orders depend on it', () => {
  const { bench, isIdle } = open();
  bench.book(LOW);
  expect(isIdle(CALM)).toBe(false);
  // The order at the target is placed at once, and follows the book.
  expect(open(OCO).isIdle(CALM)).toBe(false);
  expect(open(CHASE).isIdle(CALM)).toBe(false);
});
