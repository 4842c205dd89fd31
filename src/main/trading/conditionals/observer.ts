/**
 * Observer: feeds conditional orders what main sees of markets, underlyings, clock, positions and locks.
 *
 * Units       Times of events in ms of the exchange's clock.
 * Shape       Who watches a market or an underlying is found by an index, made again after a conditional changed: an update
 *             costs what watches it.
 * Invariants  Books are watched whatever a page shows, and proved before their proof is too old. Nothing is fed twice to one
 *             conditional; after its restart everything is fed again. A book that can change nothing for a conditional waits
 *             for the next event of that one, a second at most. A book is read by REST only while the streamed one
 *             cannot be used and the terms let REST stand in.
 * Source      docs/conditionals.md#engine
 */
import type { PublicEvent } from '#shared/market/events.ts';
import { isDecided } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import { isIdleOnBook } from '#shared/order/conditional/idleOnBook.ts';
import { PARENT, sumOf } from '#shared/order/conditional/kinds/offset.ts';
import { keyOf } from '#shared/order/conditional/known.ts';
import { checkBook, type OutcomeRef } from '#shared/order/conditional/observation.ts';
import { standInOf } from '#shared/order/conditional/standIn.ts';
import type { Gates } from '#shared/order/conditional/state.ts';
import { listOutcomes } from '#shared/order/conditional/terms.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import type { Shares } from '#shared/units/shares.ts';
import type { OrderRecord } from '../orders/orderRecord.ts';
import { createBookObservations, type ObservedBook } from './bookObservations.ts';
import { createBookProofs } from './bookProofs.ts';
import type { ConditionalSources, ReadBook } from './ports.ts';
import { isActive, type Run } from './run.ts';
import { findWatched } from './watched.ts';

/** Shortest interval between reads of a REST book that stands in for the streamed one. */
const READ_EVERY_MS = 800;
/** An older clock measurement is repeated, well before it is too old to be used. */
const MEASURE_AFTER_MS = 40_000;
/** After a jump of a clock, times wait for a measurement that agrees with the one before. */
const AGREE_AFTER_MS = 2_000;

export interface ObserverOptions
  extends Pick<ConditionalSources, 'clock' | 'markets' | 'clockReading' | 'measureClock'> {
  runs(): Iterable<Run>;
  ordersOf(market: MarketId): Iterable<OrderRecord>;
  /** Held quantity and the part that is available for orders; null before the account is read. */
  position(outcome: OutcomeRef): { readonly quantity: Shares; readonly available: Shares } | null;
  /** Fills of an order that the exchange has named, oldest first. */
  fillsOf(intentId: IntentId): readonly Pick<Fill, 'id' | 'price' | 'shares'>[];
  /** Whether the conditional's orders can be placed now. */
  gates(run: Run): Gates;
  feed(id: ConditionalId, event: ConditionalEvent): void;
}

export interface Observer {
  /** Watches what the conditionals need now. */
  updateWatch(): void;
  /** After market data has applied the event. */
  onPublic(event: PublicEvent): void;
  /** Feeds whatever changed: books, markets, clock, positions, gates. */
  observe(): void;
  /** Call after a conditional was added, ended or changed. */
  noteRuns(): void;
  /** Feeds the newest books that this conditional was not fed yet: call ahead of an event of another kind. */
  catchUp(id: ConditionalId): void;
  /** Feeds everything to this conditional again at the next `observe`. */
  forget(id: ConditionalId): void;
}

export function createObserver(options: ObserverOptions): Observer {
  const { clock, markets, feed } = options;
  const books = createBookObservations({ clock, book: (market) => markets.book(market), ordersOf: options.ordersOf });
  const proofs = createBookProofs({ now: clock.now, markets });
  /** Latest value fed to each conditional, by subject, so that nothing is fed twice. */
  const fed = new Map<ConditionalId, Map<string, string>>();
  const readAtMs = new Map<MarketId, number>();
  let measuredAtMs = 0;
  let watchedText = '';
  /** Active conditionals by what they watch: `market <id>` or `tick <symbol>`; null: to be made. */
  let watchers: ReadonlyMap<string, readonly Run[]> | null = null;
  /** Markets whose newest book a conditional was not fed. */
  const unfed = new Map<ConditionalId, Set<MarketId>>();

  const active = (): Run[] => [...options.runs()].filter(isActive);

  function listWatchers(of: string): readonly Run[] {
    if (watchers === null) {
      const runs = active();
      watchers = groupWatchers(runs);
      const ids = new Set(runs.map(({ id }) => id));
      for (const id of unfed.keys()) if (!ids.has(id)) unfed.delete(id);
    }
    return watchers.get(of) ?? [];
  }

  function feedChange(run: Run, subject: string, text: string, build: () => ConditionalEvent): void {
    let known = fed.get(run.id);
    if (known === undefined) {
      known = new Map();
      fed.set(run.id, known);
    }
    if (known.get(subject) === text) return;
    known.set(subject, text);
    feed(run.id, build());
  }

  function feedGates(run: Run): void {
    const gates = options.gates(run);
    feedChange(run, 'gates', JSON.stringify(gates), () => ({ kind: 'gates', atMs: clock.exchangeTimeMs(), gates }));
  }

  function feedBook(run: Run, market: MarketId, seen: ObservedBook | null = books.observe(market)): void {
    unfed.get(run.id)?.delete(market);
    if (seen === null) return;
    const { book, version } = seen;
    // Whether an order can be placed follows from the health of its book.
    if (run.state.known.books[market]?.health !== book.health) feedGates(run);
    feedChange(run, `book ${market}`, String(version), () => ({ kind: 'book', atMs: clock.exchangeTimeMs(), book }));
  }

  function feedBookToWatchers(market: MarketId): void {
    const runs = listWatchers(`market ${market}`);
    if (runs.length === 0) return;
    const seen = books.observe(market);
    for (const run of runs) {
      if (seen === null || !isIdleOnBook(run.state, seen.book, clock.exchangeTimeMs())) {
        feedBook(run, market, seen);
        continue;
      }
      const waiting = unfed.get(run.id);
      if (waiting === undefined) unfed.set(run.id, new Set([market]));
      else waiting.add(market);
    }
  }

  function feedTrades(market: MarketId, trades: readonly Trade[]): void {
    for (const run of listWatchers(`market ${market}`)) {
      if (!findWatched(run.state.terms).needsTrades) continue;
      for (const { id, price, shares, exchangeTimeMs } of trades) {
        feed(run.id, {
          kind: 'trade',
          atMs: clock.exchangeTimeMs(),
          trade: { market, id, price, shares, exchangeTimeMs },
        });
      }
    }
  }

  function feedAll(run: Run): void {
    const atMs = clock.exchangeTimeMs();
    const { terms } = run.state;
    const reading = options.clockReading();
    // An older measurement is repeated at once; triggers that depend on time wait for it.
    if (reading !== null && clock.now() - reading.measuredAtMs < MEASURE_AFTER_MS) {
      const { offsetMs, measuredAtMs: measured } = reading;
      feedChange(run, 'clock', String(measured), () => ({ kind: 'clock', atMs, offsetMs }));
    }
    feedGates(run);
    const { markets: watched, underlyings } = findWatched(terms);
    for (const id of watched) {
      const listed = markets.market(id);
      if (listed !== null) {
        const { closeAtMs } = listed;
        // The state machine compares times; it knows clock jumps.
        const market = { market: id, tick: markets.grid(), closeAtMs, isTrading: !isDecided(listed) };
        feedChange(run, `market ${id}`, JSON.stringify(market), () => ({ kind: 'market', atMs, market }));
      }
    }
    for (const outcome of listOutcomes(terms)) {
      const holding = options.position(outcome);
      if (holding === null) continue;
      const { quantity, available } = holding;
      // Compare with the machine's figure, already reduced by sent orders, not with the last one fed.
      const known = run.state.known.positions[keyOf(outcome)];
      if (known?.quantity === quantity && known.available === available) continue;
      feed(run.id, { kind: 'position', atMs, outcome, quantity, available });
    }
    feedFills(run);
    for (const id of watched) feedBook(run, id);
    for (const symbol of underlyings) feedTick(run, symbol);
  }

  /** Feeds fills that the conditional does not know; looked up only while an order reports more filled than they sum to. */
  function feedFills(run: Run): void {
    const { parentFills, children } = run.state;
    if (parentFills === undefined) return;
    for (const { intentId, slot, filled } of children) {
      const known = parentFills.filter((fill) => fill.intentId === intentId);
      if (slot !== PARENT || filled <= sumOf(known)) continue;
      const ids = new Set(known.map(({ id }) => id));
      for (const { id, price, shares } of options.fillsOf(intentId)) {
        if (ids.has(id)) continue;
        feed(run.id, { kind: 'fill', atMs: clock.exchangeTimeMs(), intentId, fill: { id, price, shares } });
      }
    }
  }

  function feedTick(run: Run, symbol: string): void {
    const tick = markets.tick(symbol);
    if (tick === null) return;
    const { price, exchangeTimeMs } = tick;
    feedChange(run, `tick ${symbol}`, `${exchangeTimeMs} ${price}`, () => {
      return { kind: 'tick', atMs: clock.exchangeTimeMs(), tick: { symbol, price, exchangeTimeMs } };
    });
  }

  /** Reads the REST books that stand in for streamed ones. */
  function readStandIns(runs: readonly Run[]): void {
    for (const { state } of runs) {
      if (standInOf(state.terms)?.kind !== 'rest') continue;
      for (const market of findWatched(state.terms).markets) {
        const isDue = clock.now() - (readAtMs.get(market) ?? Number.NEGATIVE_INFINITY) >= READ_EVERY_MS;
        if (!isDue || checkBook(books.observe(market)?.book, clock.exchangeTimeMs()) === null) continue;
        readAtMs.set(market, clock.now());
        // After a failed read the book stays stale, and the next observation reads again.
        void markets.fetchBook(market).then(
          (read) => feedRead(market, read),
          () => {},
        );
      }
    }
  }

  function feedRead(market: MarketId, read: ReadBook): void {
    const book = books.observeRead(market, read);
    for (const run of active()) {
      const { terms } = run.state;
      if (standInOf(terms)?.kind !== 'rest' || !findWatched(terms).markets.includes(market)) continue;
      feed(run.id, { kind: 'restBook', atMs: clock.exchangeTimeMs(), book });
      feedGates(run);
    }
  }

  function measure(): void {
    const nowMs = clock.now();
    const newest = Math.max(options.clockReading()?.measuredAtMs ?? 0, measuredAtMs);
    const hasJumped = active().some(({ state }) => state.known.clock?.isSteady === false);
    if (nowMs - newest < (hasJumped ? AGREE_AFTER_MS : MEASURE_AFTER_MS) && newest <= nowMs) return;
    measuredAtMs = nowMs;
    options.measureClock();
  }

  /** Markets whose prices a conditional order depends on. */
  function listNeeded(): readonly MarketId[] {
    return active().flatMap(({ state }) => {
      const { markets: watched, needsPrices } = findWatched(state.terms);
      return needsPrices ? watched : [];
    });
  }

  function listWatched(): { readonly books: readonly MarketId[]; readonly underlyings: readonly string[] } {
    const needed = active().map(({ state }) => findWatched(state.terms));
    return {
      books: [...new Set(needed.flatMap((one) => one.markets))],
      underlyings: [...new Set(needed.flatMap((one) => one.underlyings))],
    };
  }

  return {
    updateWatch() {
      const watched = listWatched();
      const text = JSON.stringify(watched);
      if (text === watchedText) return;
      watchedText = text;
      markets.watch(watched.books, watched.underlyings);
    },
    onPublic(event) {
      switch (event.kind) {
        case 'bookSnapshot':
          books.noteSnapshot(event.market);
          feedBookToWatchers(event.market);
          return;
        case 'bookIncrement':
          feedBookToWatchers(event.market);
          return;
        case 'trades':
          feedTrades(event.market, event.trades);
          return;
        case 'tick':
          for (const run of listWatchers(`tick ${event.tick.symbol}`)) feedTick(run, event.tick.symbol);
          return;
        default:
          return;
      }
    },
    observe() {
      const runs = active();
      if (runs.length === 0) return;
      measure();
      proofs.renew(listNeeded());
      for (const run of runs) feedAll(run);
      readStandIns(runs);
    },
    noteRuns() {
      watchers = null;
    },
    catchUp(id) {
      const waiting = unfed.get(id);
      if (waiting === undefined) return;
      unfed.delete(id);
      for (const run of active()) if (run.id === id) for (const market of waiting) feedBook(run, market);
    },
    forget: (id) => void fed.delete(id),
  };
}

function groupWatchers(runs: readonly Run[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const { markets, underlyings } = findWatched(run.state.terms);
    for (const key of [...markets.map((id) => `market ${id}`), ...underlyings.map((symbol) => `tick ${symbol}`)]) {
      const own = groups.get(key);
      if (own === undefined) groups.set(key, [run]);
      else own.push(run);
    }
  }
  return groups;
}
