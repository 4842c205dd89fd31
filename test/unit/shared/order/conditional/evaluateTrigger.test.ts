import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import {
  dueTime,
  evaluateTrigger,
  evidenceOf,
  isClockUsable,
  isConfirmed,
  isLate,
  trueSince,
} from '#shared/order/conditional/evaluateTrigger.ts';
import { applyKnown, emptyKnown } from '#shared/order/conditional/known.ts';
import type { BookObservation } from '#shared/order/conditional/observation.ts';
import type { Known } from '#shared/order/conditional/state.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { TriggerProgress } from '#shared/order/conditional/triggerProgress.ts';
import { mirrorPrice, parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { levels, MARKET } from '#test/slice/makers.ts';
import { CALM, CLOSE, LOW, type Pairs, priceTrigger, START, STOP as TERMS } from './makers.ts';

/** Evaluates one trigger on a series of observations. */
function watcher(trigger: Trigger, isAfterGap = false) {
  let known: Known = { ...emptyKnown(isAfterGap), clock: { offsetMs: 0, measuredAtMs: START, isSteady: true } };
  let progress: TriggerProgress | null = null;
  let sequence = 0;
  const evaluate = (nowMs: number, trade: Parameters<typeof evaluateTrigger>[2]['trade'] = null): boolean => {
    const step = evaluateTrigger(trigger, progress, { known, nowMs, trade, terms: TERMS });
    progress = step.progress;
    return isConfirmed(trigger, progress);
  };
  return {
    progress: () => progress!,
    at: evaluate,
    problem: (nowMs: number) => evaluateTrigger(trigger, progress, { known, nowMs, trade: null, terms: TERMS }).problem,
    book(nowMs: number, [bids, asks]: readonly [Pairs, Pairs], change: Partial<BookObservation> = {}): boolean {
      sequence += 1;
      const book: BookObservation = {
        market: MARKET,
        epoch: 1,
        sequence,
        provedAtMs: nowMs,
        health: 'live',
        bids: levels(...bids),
        asks: levels(...asks),
        ...change,
      };
      known = applyKnown(known, { kind: 'book', atMs: nowMs, book });
      return evaluate(nowMs);
    },
    tick(nowMs: number, price: number): boolean {
      known = applyKnown(known, { kind: 'tick', atMs: nowMs, tick: { symbol: 'btc', price, exchangeTimeMs: nowMs } });
      return evaluate(nowMs);
    },
    market(closeAtMs: number | null): void {
      const market = { market: MARKET, tick: DEFAULT_TICK, closeAtMs, isTrading: true };
      known = applyKnown(known, { kind: 'market', atMs: START, market });
    },
    trade(nowMs: number, id: string, price: string, shares: string): boolean {
      const trade = {
        market: MARKET,
        id,
        price: parsePrice(price),
        shares: parseShares(shares),
        exchangeTimeMs: nowMs,
      };
      return evaluate(nowMs, trade);
    },
  };
}

const STOP = priceTrigger('ask', 'atOrBelow', '0.35');
const EMPTY: readonly [Pairs, Pairs] = [[], []];

describe('a double confirmation', () => {
  it('needs two observations of one unbroken book half a second apart, and the first one never counts', () => {
    const watched = watcher(STOP);
    expect(watched.book(START, LOW)).toBe(false);
    expect(watched.book(START + 499, LOW)).toBe(false);
    expect(watched.book(START + 500, LOW)).toBe(true);
    expect(trueSince(watched.progress())).toBe(START);
    expect(evidenceOf(watched.progress())).toMatchObject({ kind: 'book', book: { sequence: 3 } });
  });

  it('counts the same version again when its proof of life is newer, and not when time alone passes', () => {
    const watched = watcher(STOP);
    watched.book(START, LOW, { sequence: 5 });
    expect(watched.at(START + 4_000)).toBe(false);
    expect(watched.book(START + 4_000, LOW, { sequence: 5 })).toBe(true);
  });

  it.each([
    ['a book in which it is false', CALM, {}],
    ['an empty book', EMPTY, {}],
    ['a crossed book', [[['0.36', '100']], [['0.35', '100']]] as const, {}],
    ['a book that is not live', LOW, { health: 'quiet' }],
    ['a snapshot after a gap', LOW, { epoch: 2 }],
  ] as const)('starts again after %s', (_name, sides, change) => {
    const watched = watcher(STOP);
    watched.book(START, LOW);
    watched.book(START + 300, sides, change);
    const epoch = 'epoch' in change ? change.epoch : 1;
    expect(watched.book(START + 600, LOW, { epoch })).toBe(false);
  });

  it('starts again when the book was without proof of life for five seconds', () => {
    const watched = watcher(STOP);
    watched.book(START, LOW);
    expect(watched.problem(START + 5_001)).toMatchObject({ code: 'stale', parameters: { problem: 'old' } });
    watched.at(START + 5_001);
    expect(watched.book(START + 6_000, LOW)).toBe(false);
  });
});

it('holds throughout for the time that it is asked to', () => {
  const watched = watcher({ ...STOP, confirm: { kind: 'held', forMs: 3_000 } });
  watched.book(START, LOW);
  watched.book(START + 1_000, LOW);
  expect(watched.at(START + 2_999)).toBe(false);
  expect(watched.at(START + 3_000)).toBe(true);
});

it.each([
  ['double', { kind: 'double' }],
  ['held', { kind: 'held', forMs: 3_000 }],
  ['single', { kind: 'single' }],
] as const)('starts a %s confirmation again after a sleep of the machine, and is late then', (_name, confirm) => {
  const watched = watcher({ ...STOP, confirm });
  watched.book(START, LOW);
  const awakeMs = START + 3_600_000;
  // No look was between the two proofs, and the stream was never closed.
  expect(watched.book(awakeMs, LOW)).toBe(false);
  expect(watched.at(awakeMs + 1)).toBe(false);
  watched.book(awakeMs + 1_500, LOW);
  expect(watched.book(awakeMs + 3_000, LOW)).toBe(true);
  expect([trueSince(watched.progress()), isLate(watched.progress())]).toEqual([awakeMs, true]);
});

it('takes no book and no tick of the future for a price: the clock was set back', () => {
  const watched = watcher(STOP);
  watched.book(START, LOW);
  expect(watched.problem(START - 5_001)).toMatchObject({ code: 'stale', parameters: { problem: 'old' } });
  const ticks = watcher({
    kind: 'underlying',
    symbol: 'btc',
    crosses: 'atOrAbove',
    price: 1,
    confirm: { kind: 'single' },
  });
  ticks.tick(START, 2);
  expect(ticks.problem(START - 3_001)).toMatchObject({ code: 'staleTick' });
  // After a sleep the next tick is the first one again.
  expect(ticks.tick(START + 3_600_000, 2)).toBe(false);
  expect(ticks.tick(START + 3_600_500, 2)).toBe(true);
});

it('confirms at once where a single observation is enough, but never on the first', () => {
  const watched = watcher({ ...STOP, confirm: { kind: 'single' } });
  expect(watched.book(START, LOW)).toBe(false);
  expect(watched.book(START + 1, LOW)).toBe(true);
});

describe('trades', () => {
  const last = priceTrigger('last', 'atOrBelow', '0.35', { minShares: parseShares('10') });

  it('count by size, inside bid and ask, twice', () => {
    const watched = watcher(last);
    watched.book(START, LOW);
    expect(watched.trade(START + 1, 'a', '0.34', '10')).toBe(false);
    expect(watched.trade(START + 200, 'b', '0.34', '10')).toBe(false);
    expect(watched.trade(START + 600, 'c', '0.20', '10')).toBe(false);
    expect(watched.trade(START + 601, 'd', '0.34', '9.9')).toBe(false);
    expect(watched.trade(START + 602, 'e', '0.35', '10')).toBe(true);
    expect(evidenceOf(watched.progress())).toMatchObject({ kind: 'trade', trade: { id: 'e' } });
  });

  it('of another price start again, and old or repeated ones count for nothing', () => {
    const watched = watcher(last);
    watched.book(START, [[['0.33', '100']], [['0.40', '100']]]);
    watched.trade(START + 1, 'a', '0.34', '10');
    watched.trade(START + 2, 'b', '0.38', '10');
    expect(watched.trade(START + 600, 'c', '0.34', '10')).toBe(false);
    expect(watched.trade(START + 2, 'd', '0.34', '10')).toBe(false);
    watched.book(START + 1_000, LOW);
    expect(watched.trade(START + 1_200, 'e', '0.34', '10')).toBe(true);
  });
});

describe('other sources', () => {
  it('compares an underlying while its ticks are fresh', () => {
    const watched = watcher({
      kind: 'underlying',
      symbol: 'btc',
      crosses: 'atOrAbove',
      price: 100_000,
      confirm: { kind: 'double' },
    });
    expect(watched.problem(START)).toMatchObject({ code: 'staleTick' });
    expect(watched.tick(START, 100_001)).toBe(false);
    expect(watched.tick(START + 1_000, 100_001)).toBe(true);
    expect(watched.at(START + 4_001)).toBe(false);
  });

  it('is due by a clock that is measured and steady', () => {
    const watched = watcher({ kind: 'beforeClose', market: MARKET, beforeMs: 60_000 });
    expect(watched.problem(START)).toMatchObject({ code: 'notRead' });
    watched.market(START + 90_000);
    expect(watched.at(START + 29_999)).toBe(false);
    expect(watched.at(START + 30_000)).toBe(true);
    expect(watched.problem(START + 60_001)).toMatchObject({ code: 'clock' });
    expect(isClockUsable({ offsetMs: 0, measuredAtMs: START, isSteady: false }, START)).toBe(false);
    expect(dueTime({ kind: 'time', atMs: CLOSE }, emptyKnown(false))).toBe(CLOSE);
  });

  it('joins parts, each with its own freshness', () => {
    const underlying = {
      kind: 'underlying',
      symbol: 'btc',
      crosses: 'atOrBelow',
      price: 90_000,
      confirm: { kind: 'double' },
    } as const;
    const all = watcher({ kind: 'all', of: [STOP, underlying] });
    const any = watcher({ kind: 'any', of: [STOP, underlying] });
    for (const watched of [all, any]) {
      watched.book(START, LOW);
      watched.book(START + 1_000, LOW);
    }
    expect(any.at(START + 1_000)).toBe(true);
    expect(all.at(START + 1_000)).toBe(false);
    all.tick(START + 1_000, 80_000);
    expect(all.tick(START + 2_000, 80_000)).toBe(true);
    expect(all.at(START + 5_500)).toBe(false);
  });
});

it('is late when data was missing and it was not false since', () => {
  const gapped = watcher(STOP, true);
  gapped.book(START, LOW);
  gapped.book(START + 1_000, LOW);
  expect(isLate(gapped.progress())).toBe(true);
  const seen = watcher(STOP, true);
  seen.book(START, CALM);
  seen.book(START + 1_000, LOW);
  seen.book(START + 2_000, LOW);
  expect(isConfirmed(STOP, seen.progress())).toBe(true);
  expect(isLate(seen.progress())).toBe(false);
});

it('decides alike on a market seen from yes and from no', () => {
  const yes = watcher(STOP);
  const no = watcher({ ...STOP, outcome: { market: MARKET, side: 'no' } });
  const mirrored = (pairs: Pairs): Pairs =>
    levels(...pairs).map(({ price, shares }) => [String(mirrorPrice(price) / 1_000_000), String(shares / 1_000_000)]);
  for (const [atMs, [bids, asks]] of [
    [START, LOW],
    [START + 1_000, LOW],
  ] as const) {
    expect(no.book(atMs, [mirrored(asks), mirrored(bids)])).toBe(yes.book(atMs, [bids, asks]));
  }
  expect(isConfirmed(STOP, no.progress())).toBe(true);
});
