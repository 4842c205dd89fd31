/**
 * The simulated exchange: events, fair values, other traders and the engine under one clock.
 *
 * Units       Times in ms of the exchange's clock, given by the caller; probabilities in millionths.
 * Shape       Steps of 20 ms; traders act every 100 ms, fair values move every second. A gap is skipped:
 *             values move to the end of their paths, due results are published, makers requote.
 * Invariants  The same seed, start and member orders give the same events, whatever steps the time is advanced in.
 */
import { buildEngine, type Engine, type EngineListener } from '../engine/engine.ts';
import { type BookChanges, drainChanges } from '../engine/orderBook.ts';
import type { Account, BookMarket, Trade } from '../engine/state.ts';
import { EVENTS, UNDERLYINGS } from './catalogue.ts';
import { buildEdition, type Edition, editionNumberAt, hashText } from './editions.ts';
import type { EventPlan, UnderlyingPlan } from './eventPlan.ts';
import { skipSignals } from './fairValue.ts';
import { buildLifecycle, expireOrders } from './lifecycle.ts';
import { type Listing, type ListingOptions, openListing, saveListing } from './listing.ts';
import { buildMemoryMinutes, type MinuteStore } from './minutes.ts';
import type { PaperMarket } from './paperMarket.ts';
import { buildRandom, hash32 } from './random.ts';
import { MOST_SPANS, type SavedWorld } from './saved.ts';
import type { Span, SpanAnchor } from './span.ts';
import { buildUnderlyings } from './underlyings.ts';
import { buildUntraded, type Untraded, type UntradedMarket } from './untraded.ts';

export type { PaperMarket } from './paperMarket.ts';

const STEP_MS = 20;
const LOOK_STEPS = 5;
const SECOND_STEPS = 50;
const CANDLE_STEPS = 100;
const LONGEST_GAP_MS = 600_000;
const NEWS_MS = 6_000;
const TAPE_LENGTH = 500;
const FIRST_LIVE_ID = 1_000_000;
/** Ids skipped after a restart: a run that crashed may have used ids after its last save. */
const ID_RESERVE = 100_000;
const HOUSE_DEPOSIT = 3_000_000_000_000;

export function buildWorld(options: WorldOptions): World {
  const { listener, saved, events = EVENTS, underlyings: plans = UNDERLYINGS } = options;
  const seed = saved?.seed ?? options.seed;
  const firstMs = saved?.startMs ?? Math.floor(options.startMs / 1_000) * 1_000;
  // A whole second, because seconds are counted in steps from here.
  let nowMs = saved ? Math.ceil(saved.nowMs / 1_000) * 1_000 : firstMs;
  const salt = saved ? hash32(saved.nowMs % 4_294_967_296, Math.floor(saved.nowMs / 4_294_967_296)) : 0;
  const random = buildRandom(hash32(seed, 1, salt), 1);
  const underlyings = buildUnderlyings(seed, plans, random, saved?.prices);
  const spans: Span[] = saved
    ? [...saved.spans]
    : [{ fromMs: null, toMs: firstMs, anchorMs: firstMs, prices: underlyings.prices(), editions: {}, lastTicks: {} }];
  const markets: PaperMarket[] = [];
  const byName = new Map<string, PaperMarket>();
  const byBook = new Map<number, PaperMarket>();
  const listings: Listing[] = [];
  const retired: Listing[] = [];
  let nextEventId = saved?.nextEventId ?? 101;
  let nextNumericId = saved?.nextNumericId ?? 1_001;
  let nextTradeId = FIRST_LIVE_ID;
  let pendingTrades: Trade[] = [];
  let step = 0;
  let version = 0;

  const engine = buildEngine(
    {
      ...listener,
      onTrade(book, trade) {
        const market = byBook.get(book.id)!;
        nextTradeId = trade.id + 1;
        market.candles.addTrade(trade.ticks, trade.shares, trade.atMs);
        market.tape.push(trade);
        if (market.tape.length > 2 * TAPE_LENGTH) market.tape.splice(0, market.tape.length - TAPE_LENGTH);
        pendingTrades.push(trade);
      },
    },
    saved ? saved.nextOrderId + ID_RESERVE : FIRST_LIVE_ID,
    saved ? saved.nextTradeId + ID_RESERVE : FIRST_LIVE_ID,
  );
  const houseAccounts = (count: number): Account[] =>
    Array.from({ length: count }, () => {
      const account = engine.openAccount(true, true);
      engine.deposit(account, HOUSE_DEPOSIT, nowMs);
      return account;
    });
  const makerAccounts = houseAccounts(3);
  const crowdAccounts = houseAccounts(8);
  const memory = new Map<string, MinuteStore>();
  const minutesInMemory = (slug: string): MinuteStore => {
    const store = memory.get(slug) ?? buildMemoryMinutes();
    memory.set(slug, store);
    return store;
  };

  const spanAround = (atMs: number): Span | null =>
    spans.find(({ fromMs, toMs }) => atMs <= toMs && (fromMs === null || atMs >= fromMs)) ?? null;

  const openOne = (
    event: EventPlan,
    eventAt: number,
    number: number,
    from?: (typeof listings)[number]['edition'],
  ): Listing => {
    const edition = from ?? buildEdition(seed, firstMs, event, eventAt, number);
    const known = saved?.listings.find((one) => one.event === event.slug && one.number === number);
    const listing = openListing({
      ...listingParts(edition),
      takeEventId: () => nextEventId++,
      takeNumericId: () => nextNumericId++,
      ...(known ? { saved: known } : {}),
    });
    listings.push(listing);
    version += 1;
    for (const { market } of listing.trading) {
      markets.push(market);
      nameMarket(market);
    }
    return listing;
  };

  const nameMarket = (market: PaperMarket): void => {
    byName.set(market.slug, market);
    byName.set(`${market.numericId}`, market);
    byBook.set(market.book.id, market);
  };

  const listingParts = (edition: Edition): Omit<ListingOptions, 'takeEventId' | 'takeNumericId'> => {
    const priceAtOpen = (symbol: string): number => {
      const span = edition.openAtMs < nowMs ? spanAround(edition.openAtMs) : null;
      return span ? underlyings.at(symbol, edition.openAtMs, span) : underlyings.of(symbol);
    };
    return {
      seed,
      salt,
      engine,
      edition,
      underlyings,
      makerAccounts,
      crowdAccounts,
      nowMs,
      priceAtOpen,
      strikeAtOpen(symbol, strikeCents) {
        const { startCents } = plans.find((plan) => plan.symbol === symbol)!;
        const grid = startCents > 1_000_000 ? 100_000 : 5_000;
        return Math.max(1, Math.round((strikeCents * priceAtOpen(symbol)) / startCents / grid)) * grid;
      },
      spans: () => spans,
      minutesOf: options.minutesOf ?? minutesInMemory,
    };
  };

  const openBooks = (listing: Listing): void => {
    for (const { at, market, makers } of listing.trading) {
      if (!market.book.isOpen) continue;
      for (const maker of makers) for (let look = 0; look < 3; look += 1) maker.open(listing.fair.of(at), nowMs);
    }
  };

  const flushMarket = (market: PaperMarket): void => {
    const changes = drainChanges(market.book);
    if (changes) listener.onBook(market, changes);
    if (pendingTrades.length > 0) {
      const trades = pendingTrades;
      pendingTrades = [];
      listener.onTrades(market, trades);
    }
  };

  const lifecycle = buildLifecycle({
    engine,
    listings,
    underlyings,
    nowMs: () => nowMs,
    flush: flushMarket,
    openNext(edition) {
      const number = Math.max(edition.number + 1, editionNumberAt(firstMs, edition.event, nowMs));
      if (listings.some((one) => one.edition.event === edition.event && one.edition.number >= number)) return;
      openBooks(openOne(edition.event, edition.eventAt, number));
    },
    retire(listing, isTouched) {
      listings.splice(listings.indexOf(listing), 1);
      version += 1;
      if (isTouched) retired.push(listing);
      for (const { market } of listing.trading) {
        markets.splice(markets.indexOf(market), 1);
        memory.delete(market.slug);
        engine.retireMarket(market.book, !isTouched);
        if (isTouched) continue;
        byName.delete(market.slug);
        byName.delete(`${market.numericId}`);
        byBook.delete(market.book.id);
      }
    },
    /** Price at a past time: from the path inside a gap, otherwise the current one. */
    priceAt(symbol, atMs) {
      const span = spanAround(atMs);
      return span && atMs < nowMs ? underlyings.at(symbol, atMs, span) : underlyings.of(symbol);
    },
  });

  const lookAt = (listing: Listing, at: number): void => {
    const trading = listing.trading[at]!;
    const { market, makers, crowd, random: dice, actsPerMille } = trading;
    if (!market.book.isOpen) return;
    const value = listing.fair.of(at);
    crowd.act(value, nowMs);
    const isNews = nowMs < trading.newsUntilMs;
    for (const maker of makers) {
      if (dice.below(1_000) < actsPerMille * (isNews ? 3 : 1)) maker.act(value, isNews, nowMs);
    }
    flushMarket(market);
  };

  const everySecond = (): void => {
    const jumped = underlyings.step();
    for (const { fair, trading } of listings) {
      for (const at of fair.step(nowMs, jumped)) trading[at]!.newsUntilMs = nowMs + NEWS_MS;
    }
    for (const symbol of underlyings.symbols) listener.onTick(symbol, underlyings.of(symbol), nowMs);
    expireOrders(engine, nowMs);
    lifecycle.step();
    const second = Math.floor(step / SECOND_STEPS);
    const account = makerAccounts[second % makerAccounts.length]!;
    engine.mergeAll(account, markets[second % markets.length]!.book, nowMs);
    for (const market of markets) flushMarket(market);
  };

  const openDue = (): void => {
    for (const [eventAt, event] of events.entries()) {
      const number = editionNumberAt(firstMs, event, nowMs);
      if (!listings.some(({ edition }) => edition.event === event && edition.number >= number)) {
        openOne(event, eventAt, number);
      }
    }
  };

  const skip = (toMs: number): void => {
    for (const { trading } of listings) {
      for (const { market, makers, crowd } of trading) {
        for (const maker of makers) maker.leave(nowMs);
        crowd.leave(nowMs);
        market.candles.storeMinute();
      }
    }
    const editions: Record<string, SpanAnchor> = {};
    for (const { edition, fair } of listings) {
      const { latents, likelihoods } = fair.anchor();
      const dice = buildRandom(hash32(seed, hashText(edition.key), nowMs % 4_294_967_296), 7);
      editions[edition.key] = {
        latents,
        before: likelihoods,
        after: skipSignals(likelihoods, edition, nowMs, toMs, dice),
      };
    }
    const lastTicks = Object.fromEntries(markets.map(({ slug, book }) => [slug, book.lastTicks]));
    const span = { fromMs: nowMs, toMs, anchorMs: nowMs, prices: underlyings.prices(), editions, lastTicks };
    spans.push(span);
    if (spans.length > MOST_SPANS) spans.splice(1, spans.length - MOST_SPANS);
    nowMs = toMs;
    step -= step % SECOND_STEPS;
    underlyings.skip(span);
    for (const { fair, trading } of listings) {
      fair.skip(span);
      for (const { market } of trading) {
        market.candles.resume(nowMs);
        if (market.book.isOpen) market.book.lastTicks = market.candles.current('1m', nowMs).close;
      }
    }
    expireOrders(engine, nowMs);
    lifecycle.step();
    for (const listing of listings) openBooks(listing);
    for (const market of markets) flushMarket(market);
  };

  for (const known of saved?.listings ?? []) {
    const eventAt = events.findIndex(({ slug }) => slug === known.event);
    if (eventAt >= 0) openOne(events[eventAt]!, eventAt, known.number);
  }
  openDue();
  const untraded = buildUntraded(seed, firstMs, Math.max(0, (options.listed ?? 0) - markets.length));

  /** Opens the books of the market's event as the list shows them; nobody acts in them after that. */
  const openUntraded = ({ edition, slug }: UntradedMarket): PaperMarket => {
    const listed = untraded.listEvent(edition);
    const listing = openListing({
      ...listingParts(edition),
      minutesOf: minutesInMemory,
      takeEventId: () => listed[0]!.eventId,
      takeNumericId: () => listed[0]!.numericId,
    });
    for (const [at, { market }] of listing.trading.entries()) {
      const { ticks, result, numericId } = listed[at]!;
      const named = { ...market, numericId };
      named.book.lastTicks = ticks;
      named.book.result = result;
      named.book.isOpen = result === '';
      nameMarket(named);
    }
    openBooks(listing);
    for (const { market } of listing.trading) drainChanges(market.book);
    return byName.get(slug)!;
  };
  const findUntraded = (name: string): PaperMarket | null => {
    const market = untraded.find(name);
    return market && openUntraded(market);
  };

  return {
    engine,
    markets,
    untraded,
    fairOf(market) {
      const listing = [...listings, ...retired].find(({ trading }) => trading.some((one) => one.market === market))!;
      return listing.fair.of(listing.trading.findIndex((one) => one.market === market));
    },
    priceOf: underlyings.of,
    find: (name) => byName.get(name) ?? findUntraded(name),
    ofBook: (book) => byBook.get(book.id)!,
    nowMs: () => nowMs,
    advance(toMs, gapMs = LONGEST_GAP_MS) {
      if (toMs - nowMs > gapMs) skip(Math.floor((toMs - STEP_MS) / 1_000) * 1_000);
      while (nowMs + STEP_MS <= toMs) {
        nowMs += STEP_MS;
        step += 1;
        if (step % SECOND_STEPS === 0) everySecond();
        let index = 0;
        for (const listing of listings) {
          for (let at = 0; at < listing.trading.length; at += 1, index += 1) {
            if (index % LOOK_STEPS === step % LOOK_STEPS) lookAt(listing, at);
          }
        }
        for (let at = step % CANDLE_STEPS; at < markets.length; at += CANDLE_STEPS) {
          listener.onCandles(markets[at]!, nowMs);
        }
      }
    },
    flush(book) {
      flushMarket(byBook.get(book.id)!);
    },
    decide: (market, result) => lifecycle.decide(market, result),
    open() {
      for (const listing of listings) openBooks(listing);
      for (const { book } of markets) drainChanges(book);
    },
    version: () => version,
    save() {
      for (const { candles } of markets) candles.storeMinute();
      return {
        seed,
        startMs: firstMs,
        nowMs,
        nextEventId,
        nextNumericId,
        nextOrderId: engine.nextOrderId(),
        nextTradeId,
        prices: underlyings.prices(),
        listings: [...retired, ...listings].map(saveListing),
        spans,
      };
    },
  };
}

/** Interface of the simulated exchange. Units: times in ms; prices of underlyings in cents; probabilities in millionths. */
export interface WorldListener extends Omit<EngineListener, 'onTrade'> {
  onBook(market: PaperMarket, changes: BookChanges): void;
  onTrades(market: PaperMarket, trades: readonly Trade[]): void;
  /** About every two seconds for each market. */
  onCandles(market: PaperMarket, nowMs: number): void;
  /** About every second for each underlying. */
  onTick(symbol: string, priceCents: number, nowMs: number): void;
}

export interface World {
  readonly engine: Engine;
  /** Listed markets: open, awaiting their result, or recently decided. */
  readonly markets: readonly PaperMarket[];
  /** Listed after them; a market of these has a book once `find` was asked for it. */
  readonly untraded: Untraded;
  /** Current probability of a listed market. */
  fairOf(market: PaperMarket): number;
  priceOf(symbol: string): number;
  /** By `market_id` or numeric id; opens the books of an untraded market's event; includes retired markets that a member traded. */
  find(name: string): PaperMarket | null;
  ofBook(book: BookMarket): PaperMarket;
  nowMs(): number;
  /** Advances to `toMs`; skips a gap longer than `gapMs`. */
  advance(toMs: number, gapMs?: number): void;
  /** Emits book changes caused by members since the last call. */
  flush(book: BookMarket): void;
  /** Decides a market's event now with the operator's result; false when it is already decided. */
  decide(market: PaperMarket, result: 'yes' | 'no' | 'void'): boolean;
  /** Starts makers and time; members' orders are restored before this call. */
  open(): void;
  /** Version of the list: increases when a market is listed or removed. */
  version(): number;
  save(): SavedWorld;
}

interface WorldOptions {
  readonly seed: number;
  readonly startMs: number;
  readonly listener: WorldListener;
  readonly events?: readonly EventPlan[];
  readonly underlyings?: readonly UnderlyingPlan[];
  readonly saved?: SavedWorld;
  /** Markets listed at the start: untraded ones are added to the simulated ones. Absent: the simulated ones alone. */
  readonly listed?: number;
  /** Minute candles of a market; in memory when absent. */
  readonly minutesOf?: (slug: string) => MinuteStore;
}
