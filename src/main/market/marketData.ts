/**
 * Market data: catalogue, books, tapes, candles and ticks, and their frames.
 *
 * Units       Prices and shares in millionths, YES terms. Times in Unix ms.
 * Invariants  An unchanged part is never rebuilt; a market that is not watched has no book.
 * Errors      Failed reads are repeated with backoff; invalid data shows in a book's health or a tape's gap.
 */
import { createEmitter } from '#shared/base/emitter.ts';
import { limitConcurrency } from '#shared/base/limitConcurrency.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { applySnapshot, buildBook, isBestInDoubt, isCrossed, levelsOf } from '#shared/market/book.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import { isTrading } from '#shared/market/market.ts';
import type { StreamReason } from '#shared/market/streamReason.ts';
import type { MissedCause, Trade } from '#shared/market/tape.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { DEFAULT_MAX_AGE_MS } from './bookAudit.ts';
import type { BookTracker } from './bookTracker.ts';
import { openCatalogue } from './catalogue.ts';
import {
  buildCursor,
  collectBooks,
  collectCandles,
  collectCatalogue,
  collectEnded,
  collectTapes,
  collectTicks,
  collectUnwatchedBooks,
  openBookFrames,
} from './frames.ts';
import { openListedTapes } from './listedTapes.ts';
import type { LiveBook, LostBook, MarketData, MarketDataOptions } from './marketDataApi.ts';
import { MAX_LISTED_TAPES, openStreamedInterest } from './streamedInterest.ts';
import type { TapeTracker } from './tapeTracker.ts';
import { createTrackers } from './trackers.ts';

/** A book that stays empty this long may be of a market that was decided. */
const EMPTY_FOR_MS = 500;
/** A thin book that empties over and over has the list read this often at most. */
const EMPTIED_AGAIN_MS = 60_000;
/** A silence of the network makes all books quiet at once: their checks wait for each other. */
const MAX_BOOK_READS = 4;
/** Rows stay in sight this long before their trades are streamed: a list that scrolls opens no stream. */
const SETTLED_MS = 2_000;
const NO_INTEREST: PublicInterest = { books: [], tapes: [], candles: [], underlyings: [] };

export type { MarketData } from './marketDataApi.ts';

export function openMarketData(options: MarketDataOptions): MarketData {
  const bookFrames = openBookFrames();
  const dirty = createEmitter<boolean>();
  const live = createEmitter<LiveBook>();
  const lost = createEmitter<LostBook>();
  const readBook = limitConcurrency(MAX_BOOK_READS, options.fetchBook);
  const streamed = openStreamedInterest((wanted) => options.setInterest(wanted));
  const emptiedAtMs = new Map<MarketId, number>();
  let interest = NO_INTEREST;
  /** Trackers of the books that windows show, and the tapes that they watch. */
  let visible: readonly BookTracker[] = [];
  let visibleTapes: ReadonlySet<MarketId> = new Set();
  let version = 1;
  let cancelSettled = (): void => {};

  const note = (mayWait: boolean): void => {
    version += 1;
    dirty.emit(mayWait);
  };
  const markDirty = (): void => note(false);

  const catalogue = openCatalogue({
    ...options,
    tick: options.tick ?? DEFAULT_TICK,
    onChange(isPricesAlone) {
      if (!isPricesAlone) updateStreams();
      note(isPricesAlone);
    },
  });

  const trackers = createTrackers({
    ...options,
    fetchBook: readBook,
    onChange: markDirty,
    onHealth: (market, health) => options.onHealth?.(market, health),
    onLive: (market) => live.emit({ market, atMs: options.now() }),
    onLost: (market, health) => lost.emit({ market, health }),
    // A market that is decided loses its orders before the list has its result.
    onEmptied: noteEmptied,
    onMissing,
    onBookClosed: (market) => bookFrames.remove(market),
  });
  const { books, tapes, candles, ticks } = trackers;

  const listedTapes = openListedTapes({
    ...options,
    onMissed: (market, trades) => onTrades(market, trades, options.now()),
    reopen: () => options.resubscribeShared('tapes'),
  });

  function updateStreams(): void {
    const nowMs = options.exchangeTimeMs();
    const chosen = streamed.chosen().flatMap((id) => catalogue.market(id) ?? []);
    const inSight = catalogue.inSight().filter((id) => {
      const market = catalogue.market(id);
      return market !== null && isTrading(market, nowMs);
    });
    streamed.update(interest, [...chosen, ...catalogue.listing.listMostTraded(MAX_LISTED_TAPES)], nowMs, inSight);
  }

  /** A maker that replaces every order leaves a book empty for a moment, too. */
  function noteEmptied(market: MarketId): void {
    options.schedule(EMPTY_FOR_MS, () => {
      const tracker = books.get(market);
      if (!tracker || tracker.bestBid() !== null || tracker.bestAsk() !== null) return;
      const lastAtMs = emptiedAtMs.get(market) ?? Number.NEGATIVE_INFINITY;
      if (options.now() - lastAtMs < EMPTIED_AGAIN_MS) return;
      emptiedAtMs.set(market, options.now());
      catalogue.expectChange();
    });
  }

  function onDisconnected(markets: readonly MarketId[], reason: StreamReason): void {
    for (const market of new Set(markets)) {
      books.get(market)?.onDisconnected(reason);
      onMissing(market, 'disconnected');
    }
  }

  function onMissing(market: MarketId, cause: MissedCause): void {
    tapes.get(market)?.onMissing(cause);
    for (const tracker of candles.values()) if (tracker.market === market) tracker.onMissing();
  }

  function onTrades(market: MarketId, trades: readonly Trade[], receivedAtMs: number): void {
    tapes.get(market)?.onTrades(trades);
    catalogue.onTrades(market, trades, receivedAtMs);
  }

  function onConnected(market: MarketId): void {
    tapes.get(market)?.onConnected();
    for (const tracker of candles.values()) if (tracker.market === market) tracker.onConnected();
  }

  const frameOf = (tracker: BookTracker): BookFrame =>
    bookFrames.frame(tracker, tapes.get(tracker.market), catalogue.market(tracker.market)?.lastPrice ?? null);

  function listTapes(): TapeTracker[] {
    return interest.tapes.flatMap((market) => tapes.get(market) ?? []);
  }

  function listVisible(): BookTracker[] {
    const unshown = new Set(interest.unshownBooks);
    return [...books.values()].filter(({ market }) => !unshown.has(market));
  }

  return {
    watch(next) {
      const previous = interest;
      interest = next;
      catalogue.touch();
      catalogue.keep('watched', [
        ...next.books,
        ...(next.unshownBooks ?? []),
        ...next.tapes,
        ...next.candles.map(({ market }) => market),
      ]);
      trackers.update(interest, previous);
      visible = listVisible();
      visibleTapes = new Set(interest.tapes);
      updateStreams();
      markDirty();
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
          onTrades(event.market, event.trades, event.receivedAtMs);
          // A market with a watched book has its own connection, and its silence shows in the book.
          if (!books.has(event.market)) listedTapes.onTrades(event.market, event.trades, event.receivedAtMs);
          return;
        case 'candle':
          candles.get(`${event.market} ${event.period}`)?.onCandle(event.candle);
          return;
        case 'tick':
          ticks.get(event.tick.symbol)?.onTick(event.tick, event.receivedAtMs);
          return;
        case 'tapeUnreadable':
          tapes.get(event.market)?.onUnreadable(event.problem);
          return;
        case 'disconnected':
          onDisconnected(event.markets, event.reason);
          return;
        case 'unreadable':
          if (event.market !== null) books.get(event.market)?.onUnreadable(event.problem);
          else for (const tracker of books.values()) tracker.onUnreadable(event.problem);
          return;
      }
    },
    catalogue: () => catalogue.view(),
    listing: catalogue.listing,
    showList(list, request) {
      cancelSettled();
      cancelSettled = options.schedule(SETTLED_MS, updateStreams);
      return catalogue.showList(list, request);
    },
    step: catalogue.step,
    search: catalogue.search,
    hide: catalogue.hide,
    keep: catalogue.keep,
    market: (id) => catalogue.market(id),
    book(id) {
      const tracker = books.get(id);
      if (!tracker) return null;
      // The levels of the frame: main decides with what the page shows.
      const { bids, asks } = frameOf(tracker);
      return {
        health: tracker.health(),
        version: tracker.version(),
        sequence: tracker.book.sequence,
        provedAtMs: tracker.provedAtMs(),
        bids,
        asks,
        bestBid: tracker.bestBid(),
        bestAsk: tracker.bestAsk(),
        lastPrice: tapes.get(id)?.lastPrice() ?? catalogue.market(id)?.lastPrice ?? null,
      };
    },
    top(id) {
      const tracker = books.get(id);
      if (!tracker) return null;
      return {
        health: tracker.health(),
        bestBid: tracker.bestBid(),
        bestAsk: tracker.bestAsk(),
        lastPrice: tapes.get(id)?.lastPrice() ?? catalogue.market(id)?.lastPrice ?? null,
      };
    },
    depth(id) {
      const tracker = books.get(id);
      if (!tracker) return null;
      const { book } = tracker;
      return { health: tracker.health(), bids: levelsOf(book, 'bid'), asks: levelsOf(book, 'ask') };
    },
    proveBook: (id) => books.get(id)?.prove(),
    async fetchBook(id) {
      const requestedAtMs = options.now();
      const rest = await readBook(id);
      const book = buildBook();
      applySnapshot(book, rest);
      const fault = isBestInDoubt(book) ? 'best levels that cannot be read' : isCrossed(book) ? 'it crossed' : null;
      if (fault !== null) throw new Error(`Expected a REST book of ${id} with certain best prices, found ${fault}`);
      const provedAtMs = requestedAtMs - (rest.maxAgeMs ?? DEFAULT_MAX_AGE_MS);
      return { sequence: rest.sequence, provedAtMs, bids: levelsOf(book, 'bid'), asks: levelsOf(book, 'ask') };
    },
    tick(symbol) {
      const tracker = ticks.get(symbol);
      return tracker ? { tick: tracker.tick(), health: tracker.health(), provedAtMs: tracker.provedAtMs() } : null;
    },
    books: () => new Map([...books].map(([id, { book, health }]) => [id, { book, health: health() }])),
    ticks() {
      const newest = new Map<string, UnderlyingTick>();
      for (const [symbol, tracker] of ticks) {
        const tick = tracker.tick();
        if (tick !== null) newest.set(symbol, tick);
      }
      return newest;
    },
    buildCursor,
    collect(cursor) {
      catalogue.touch();
      if (cursor.marketDataVersion === version && cursor.firstBook === null) return {};
      cursor.marketDataVersion = version;
      const unwatched = collectUnwatchedBooks(cursor, visible);
      const bookParts = [...unwatched, ...collectBooks(cursor, visible, frameOf)];
      const ended = collectEnded(cursor, visibleTapes, candles);
      const tapeParts = collectTapes(cursor, listTapes());
      const candleParts = collectCandles(cursor, candles.values());
      const tickParts = collectTicks(cursor, ticks);
      return {
        ...(bookParts.length > 0 ? { books: bookParts } : {}),
        ...(ended === null ? {} : { ended }),
        ...(tapeParts.length > 0 ? { tapes: tapeParts } : {}),
        ...(candleParts.length > 0 ? { candles: candleParts } : {}),
        ...(tickParts.length > 0 ? { ticks: tickParts } : {}),
        ...collectCatalogue(cursor, catalogue.view()),
      };
    },
    hasMore: (cursor) => cursor.firstBook !== null,
    onDirty: dirty.on,
    onLive: live.on,
    onLost: lost.on,
    close() {
      cancelSettled();
      catalogue.close();
      trackers.close();
      listedTapes.close();
      dirty.close();
      live.close();
      lost.close();
    },
  };
}
