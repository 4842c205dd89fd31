/**
 * Growth of an update of a book in the number of conditional orders: of those on its market, and of those on others.
 *
 * Units       Processor time of an update in the conditional orders, in microseconds. The best prices move, and no condition
 *             becomes true; each second everything is looked at, as in the program.
 */
import { createEngine } from '../../src/main/trading/conditionals/engine.ts';
import { createObserver } from '../../src/main/trading/conditionals/observer.ts';
import type { WatchedBook } from '../../src/main/trading/conditionals/ports.ts';
import { isActive } from '../../src/main/trading/conditionals/run.ts';
import { DEFAULT_TICK } from '../../src/shared/market/tickGrid.ts';
import type { ConditionalId } from '../../src/shared/order/conditional/declaration/termsFields.ts';
import { type MarketId, parseMarketId } from '../../src/shared/units/ids.ts';
import { toPrice } from '../../src/shared/units/price.ts';
import { parseShares } from '../../src/shared/units/shares.ts';
import { MARKET, makeMarket, SAFE } from '../../test/slice/makers.ts';
import { makeStore } from '../../test/unit/main/trading/conditionals/makers.ts';
import { STOP } from '../../test/unit/shared/order/conditional/makers.ts';
import { readCpu } from '../measure.ts';
import { buildFigures, type Measured } from '../row.ts';
import { nameGrowth } from './law.ts';
import type { MeasureGrowth } from './measure.ts';
import { UNWATCHED_UPDATE, WATCHED_UPDATE } from './names.ts';

const ROUNDS = 5;
const UPDATES = 2_000;
/** Fifty a second. */
const BETWEEN_MS = 20;
const SHARES = 500_000_000;
const LEVELS = 25;

/** Bids from `best` down and asks above, ten ticks apart. */
function buildBook(best: number, version: number, nowMs: number): WatchedBook {
  const side = (from: number, step: number): number[] =>
    Array.from({ length: LEVELS }, (_, at) => [toPrice(from + at * step), SHARES]).flat();
  return {
    health: { at: 'live' },
    version,
    sequence: version,
    provedAtMs: nowMs,
    bids: side(best, -10_000),
    asks: side(best + 10_000, 10_000),
  };
}

function openConditionals(count: number, marketOf: (at: number) => MarketId) {
  let nowMs = 1_000_000;
  let version = 0;
  const books = new Map<MarketId, WatchedBook>();
  const clock = { now: () => nowMs, exchangeTimeMs: () => nowMs };
  const quantity = parseShares('1000');
  const engine = createEngine({
    store: makeStore(),
    execute: () => undefined,
    onChange: () => observer.noteRuns(),
    onFault(_where, error) {
      throw error;
    },
  });
  const observer = createObserver({
    clock,
    markets: {
      watch: () => undefined,
      hasListed: () => true,
      hasUnderlying: () => false,
      market: (id) => makeMarket({ id }),
      grid: () => DEFAULT_TICK,
      book: (id) => books.get(id) ?? null,
      proveBook: () => undefined,
      tick: () => null,
      fetchBook: () => Promise.reject(new Error('Expected no read')),
      watchForDryRun: () => undefined,
      listMinutes: async () => [],
    },
    clockReading: () => ({ offsetMs: 0, measuredAtMs: nowMs }),
    measureClock: () => undefined,
    runs: () => [...engine.runs()].filter(isActive),
    ordersOf: () => [],
    position: () => ({ quantity, available: quantity }),
    fillsOf: () => [],
    gates: () => ({ entries: { at: 'open' }, exits: { at: 'open' } }),
    feed(id, event) {
      if (event.kind !== 'book') observer.catchUp(id);
      engine.feed(id, event);
    },
  });
  engine.load(SAFE);
  for (let at = 0; at < count; at += 1) {
    const id = `conditional-${at}` as ConditionalId;
    const market = marketOf(at);
    const { trigger, outcome } = STOP;
    if (trigger.kind !== 'price') throw new Error('Expected a stop with a price, found another');
    const own = { ...outcome, market };
    engine.create(id, { ...STOP, outcome: own, trigger: { ...trigger, outcome: own } }, nowMs);
    engine.feed(id, { kind: 'arm', atMs: nowMs });
    engine.feed(id, { kind: 'reconciled', atMs: nowMs });
  }
  return {
    /** The next book, made ahead: what it costs is main's, whoever watches it. */
    prepare(): WatchedBook {
      nowMs += BETWEEN_MS;
      version += 1;
      return buildBook(600_000 + (version % 3) * 1_000, version, nowMs);
    },
    update(book: WatchedBook): void {
      nowMs = book.provedAtMs!;
      books.set(MARKET, book);
      observer.onPublic({
        kind: 'bookIncrement',
        market: MARKET,
        update: { bids: [], asks: [], sequence: book.version },
        receivedAtMs: nowMs,
      });
      if (book.version % (1_000 / BETWEEN_MS) === 0) observer.observe();
    },
    states: () => [...engine.runs()].map(({ state }) => state.life.at),
  };
}

function measure(what: string, count: number, marketOf: (at: number) => MarketId): Measured {
  const { prepare, update, states } = openConditionals(count, marketOf);
  const figures: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const made = Array.from({ length: UPDATES }, prepare);
    const before = readCpu();
    for (const book of made) update(book);
    if (round >= 0) figures.push((readCpu() - before) / UPDATES);
  }
  const others = states().filter((life) => life !== 'armed' && life !== 'waiting');
  if (others.length > 0) throw new Error(`Expected conditional orders that wait, found ${others.join(', ')}`);
  return buildFigures(nameGrowth(what, count), 'µs', figures);
}

export const measureConditionals: MeasureGrowth = (count) => [
  measure(WATCHED_UPDATE, count, () => MARKET),
  measure(UNWATCHED_UPDATE, count, (at) => parseMarketId(`other-${at}`)),
];
