/**
 * What is true outside: catalogue, books, tapes, candles and ticks of the exchange, and the frames that show them.
 *
 * Units       Prices and shares in millionths, YES terms: the NO side is a view. Times in Unix ms.
 * Invariants  Nothing is rebuilt when nothing changed; a market that is not watched keeps no book.
 * Errors      Reads that fail are tried again with pauses; what can't be believed says so in its health.
 */
import type { BookFrame } from '#shared/ipc/frame.ts';
import type { CatalogueView } from '#shared/ipc/views.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import { isTrading, type Market } from '#shared/market/market.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { type BookTracker, openBookTracker } from './bookTracker.ts';
import { type CandleTracker, openCandleTracker } from './candleTracker.ts';
import { openCatalogue } from './catalogue.ts';
import {
  buildCursor,
  buildEmptyFrame,
  type Cursor,
  collectBooks,
  collectCandles,
  collectTapes,
  collectTicks,
  type MarketParts,
  openBookFrames,
} from './frames.ts';
import type { MarketClock, MarketSources } from './ports.ts';
import { openTapeTracker, type TapeTracker } from './tapeTracker.ts';

/** Markets of the list whose tapes stream for their last prices alone. */
const MOST_LISTED_TAPES = 60;
/** Tapes of markets no longer watched are kept for the session, up to this many. */
const MOST_TAPES = 100;
const NOTHING: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

/** A book at a glance, for checks before an order: prices in YES terms. */
export interface BookGlance {
  readonly health: BookHealth;
  readonly version: number;
  readonly bestBid: Price | null;
  readonly bestAsk: Price | null;
}

export interface MarketDataOptions extends MarketSources, MarketClock {
  readonly tick?: Tick;
}

export interface MarketData {
  /** What is on screen now: replaces what was asked for before. */
  watch(interest: PublicInterest): void;
  onPublic(event: PublicEvent): void;
  catalogue(): CatalogueView;
  market(id: MarketId): Market | null;
  /** null when the book is not watched. */
  book(id: MarketId): BookGlance | null;
  buildCursor(): Cursor;
  /** The parts that changed since the cursor, which moves on. */
  collect(cursor: Cursor): MarketParts;
  /** Called when `collect` has something new; the answer ends it. */
  onDirty(listener: () => void): () => void;
  /** Called whenever a book turns live; the answer ends it. */
  onLive(listener: (market: MarketId, atMs: number) => void): () => void;
  close(): void;
}

export function openMarketData(options: MarketDataOptions): MarketData {
  const books = new Map<MarketId, BookTracker>();
  const tapes = new Map<MarketId, TapeTracker>();
  const candles = new Map<string, CandleTracker>();
  const ticks = new Map<string, UnderlyingTick>();
  const bookFrames = openBookFrames();
  const dirtyListeners = new Set<() => void>();
  const liveListeners = new Set<(market: MarketId, atMs: number) => void>();
  let interest = NOTHING;
  let asked = '';
  const listed = new Set<MarketId>();
  let version = 1;

  const touch = (): void => {
    version += 1;
    for (const listener of dirtyListeners) listener();
  };

  const catalogue = openCatalogue({
    ...options,
    tick: options.tick ?? DEFAULT_TICK,
    onChange() {
      askInterest();
      touch();
    },
  });

  function askInterest(): void {
    chooseListed();
    const streamed = new Set([...interest.books, ...interest.tapes, ...listed]);
    const wanted: PublicInterest = { ...interest, tapes: [...streamed].sort() };
    const text = JSON.stringify(wanted);
    if (text === asked) return;
    asked = text;
    options.setInterest(wanted);
  }

  /** A chosen market stays chosen while it trades: a list that reorders itself must not change what streams. */
  function chooseListed(): void {
    const nowMs = options.exchangeTimeMs();
    const trading = catalogue.view().markets.filter((market) => isTrading(market, nowMs));
    const ids = new Set(trading.map((market) => market.market));
    for (const market of listed) if (!ids.has(market)) listed.delete(market);
    for (const market of ids) if (listed.size < MOST_LISTED_TAPES) listed.add(market);
  }

  function keepBooks(): void {
    const wanted = new Set(interest.books);
    for (const [market, keeper] of books) {
      if (wanted.has(market)) continue;
      keeper.close();
      books.delete(market);
      bookFrames.forget(market);
    }
    for (const market of wanted) {
      if (books.has(market)) continue;
      const onLive = (): void => {
        for (const listener of liveListeners) listener(market, options.now());
      };
      books.set(market, openBookTracker({ ...options, market, onChange: touch, onLive }));
    }
  }

  function keepTapes(previous: PublicInterest): void {
    const before = new Set([...previous.books, ...previous.tapes]);
    const wanted = new Set([...interest.books, ...interest.tapes]);
    for (const market of wanted) {
      const kept = tapes.get(market);
      if (kept) {
        // Newest last, so that the longest unwatched one leaves first.
        tapes.delete(market);
        tapes.set(market, kept);
        if (before.has(market)) continue;
        kept.onDisconnected();
        kept.onConnected();
      } else {
        tapes.set(market, openTapeTracker({ ...options, market, onChange: touch }));
      }
    }
    for (const [market, keeper] of tapes) {
      if (wanted.has(market) || tapes.size <= MOST_TAPES) continue;
      keeper.close();
      tapes.delete(market);
    }
  }

  function keepCandles(): void {
    const wanted = new Map(interest.candles.map((item) => [`${item.market} ${item.period}`, item]));
    for (const [key, keeper] of candles) {
      if (wanted.has(key)) continue;
      keeper.close();
      candles.delete(key);
    }
    for (const [key, item] of wanted) {
      if (!candles.has(key)) candles.set(key, openCandleTracker({ ...options, ...item, onChange: touch }));
    }
  }

  function onDisconnected(markets: readonly MarketId[], why: string): void {
    const cut = new Set(markets);
    for (const market of cut) {
      books.get(market)?.onDisconnected(why);
      tapes.get(market)?.onDisconnected();
    }
    for (const keeper of candles.values()) if (cut.has(keeper.market)) keeper.onDisconnected();
  }

  function onConnected(market: MarketId): void {
    tapes.get(market)?.onConnected();
    for (const keeper of candles.values()) if (keeper.market === market) keeper.onConnected();
  }

  /** Of a book that is watched no more nothing is known: a reader that kept the last of it would take it for now. */
  function collectLeft(cursor: Cursor): BookFrame[] {
    const left: BookFrame[] = [];
    for (const [market, { version: seen }] of cursor.books) {
      if (books.has(market)) continue;
      cursor.books.delete(market);
      left.push(buildEmptyFrame(market, seen + 1));
    }
    return left;
  }

  function* watchedTapes(): Generator<TapeTracker> {
    for (const market of interest.tapes) {
      const keeper = tapes.get(market);
      if (keeper) yield keeper;
    }
  }

  function* bookFramesNow(): Generator<ReturnType<typeof bookFrames.frame>> {
    for (const [market, keeper] of books) {
      yield bookFrames.frame(keeper, tapes.get(market), catalogue.market(market)?.lastPrice ?? null);
    }
  }

  return {
    watch(wanted) {
      const previous = interest;
      interest = wanted;
      catalogue.touch();
      keepBooks();
      keepTapes(previous);
      keepCandles();
      askInterest();
      touch();
    },
    onPublic(event) {
      switch (event.kind) {
        case 'bookSnapshot':
          books.get(event.market)?.onSnapshot(event.update, event.receivedAtMs);
          onConnected(event.market);
          return;
        case 'bookIncrement':
          books.get(event.market)?.onIncrement(event.update, event.receivedAtMs);
          return;
        case 'trades':
          tapes.get(event.market)?.onTrades(event.trades);
          catalogue.onTrades(event.market, event.trades, event.receivedAtMs);
          return;
        case 'candle':
          candles.get(`${event.market} ${event.period}`)?.onCandle(event.candle);
          return;
        case 'tick': {
          const known = ticks.get(event.tick.symbol);
          if (known && known.exchangeTimeMs > event.tick.exchangeTimeMs) return;
          ticks.set(event.tick.symbol, event.tick);
          touch();
          return;
        }
        case 'tapeUnreadable':
          tapes.get(event.market)?.onUnreadable(event.why);
          return;
        case 'disconnected':
          onDisconnected(event.markets, event.why);
          return;
        case 'unreadable':
          if (event.market !== null) books.get(event.market)?.onUnreadable(event.why);
          else for (const keeper of books.values()) keeper.onUnreadable(event.why);
          return;
      }
    },
    catalogue: () => catalogue.view(),
    market: (id) => catalogue.market(id),
    book(id) {
      const keeper = books.get(id);
      if (!keeper) return null;
      return {
        health: keeper.health(),
        version: keeper.version(),
        bestBid: keeper.bestBid(),
        bestAsk: keeper.bestAsk(),
      };
    },
    buildCursor,
    collect(cursor) {
      catalogue.touch();
      if (cursor.roomVersion === version) return {};
      cursor.roomVersion = version;
      const bookParts = [...collectLeft(cursor), ...collectBooks(cursor, bookFramesNow())];
      const tapeParts = collectTapes(cursor, watchedTapes());
      const candleParts = collectCandles(cursor, candles.values());
      const tickParts = collectTicks(cursor, ticks.values());
      const isCatalogueNew = cursor.catalogueVersion !== catalogue.version();
      cursor.catalogueVersion = catalogue.version();
      return {
        ...(bookParts.length > 0 ? { books: bookParts } : {}),
        ...(tapeParts.length > 0 ? { tapes: tapeParts } : {}),
        ...(candleParts.length > 0 ? { candles: candleParts } : {}),
        ...(tickParts.length > 0 ? { ticks: tickParts } : {}),
        ...(isCatalogueNew ? { catalogue: catalogue.view() } : {}),
      };
    },
    onDirty(listener) {
      dirtyListeners.add(listener);
      return () => void dirtyListeners.delete(listener);
    },
    onLive(listener) {
      liveListeners.add(listener);
      return () => void liveListeners.delete(listener);
    },
    close() {
      catalogue.close();
      for (const keeper of books.values()) keeper.close();
      for (const keeper of tapes.values()) keeper.close();
      for (const keeper of candles.values()) keeper.close();
      dirtyListeners.clear();
      liveListeners.clear();
    },
  };
}
