/**
 * Trackers: one for each watched book, tape, candle series and underlying; opened and closed with the interest.
 *
 * Shape       Candles by market and period, `<market> <period>`.
 * Invariants  A book, a candle series or an underlying that is not watched has no tracker; a tape keeps its trades for the
 *             session, up to MAX_TAPES in total.
 */
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import type { MissedCause } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type BookTracker, openBookTracker } from './bookTracker.ts';
import { type CandleTracker, openCandleTracker } from './candleTracker.ts';
import type { MarketDataOptions } from './marketDataApi.ts';
import { openTapeTracker, type TapeTracker } from './tapeTracker.ts';
import { openTickTracker, type TickTracker } from './tickTracker.ts';

/** Tapes of markets that are no longer watched stay for the session, up to this many in total. */
const MAX_TAPES = 100;

export interface TrackersOptions extends MarketDataOptions {
  onChange(): void;
  onHealth(market: MarketId, health: BookHealth): void;
  onLive(market: MarketId): void;
  onLost(market: MarketId, health: BookHealth): void;
  onEmptied(market: MarketId): void;
  onMissing(market: MarketId, cause: MissedCause): void;
  onBookClosed(market: MarketId): void;
}

export interface Trackers {
  readonly books: ReadonlyMap<MarketId, BookTracker>;
  readonly tapes: ReadonlyMap<MarketId, TapeTracker>;
  readonly candles: ReadonlyMap<string, CandleTracker>;
  readonly ticks: ReadonlyMap<string, TickTracker>;
  /** Opens trackers for what is newly watched and closes those of what is no longer watched. */
  update(interest: PublicInterest, previous: PublicInterest): void;
  close(): void;
}

/** Books that are shown and those that main alone reads. */
const allBooks = ({ books, unshownBooks = [] }: PublicInterest): readonly MarketId[] => [...books, ...unshownBooks];

export function createTrackers(options: TrackersOptions): Trackers {
  const books = new Map<MarketId, BookTracker>();
  const tapes = new Map<MarketId, TapeTracker>();
  const candles = new Map<string, CandleTracker>();
  const ticks = new Map<string, TickTracker>();

  function updateBooks(interest: PublicInterest): void {
    const watched = new Set(allBooks(interest));
    for (const [market, tracker] of books) {
      if (watched.has(market)) continue;
      tracker.close();
      books.delete(market);
      options.onBookClosed(market);
    }
    for (const market of watched) {
      if (books.has(market)) continue;
      const tracker = openBookTracker({
        ...options,
        market,
        onHealth: (health) => options.onHealth(market, health),
        onLive: () => options.onLive(market),
        onLost: (health) => options.onLost(market, health),
        onEmptied: () => options.onEmptied(market),
        onMissing: (cause) => options.onMissing(market, cause),
      });
      books.set(market, tracker);
    }
  }

  function updateTapes(interest: PublicInterest, previous: PublicInterest): void {
    const watchedBefore = new Set([...allBooks(previous), ...previous.tapes]);
    const watched = new Set([...allBooks(interest), ...interest.tapes]);
    for (const market of watched) {
      const tracker = tapes.get(market);
      if (tracker) {
        // Newest last: the tape that is unwatched longest is dropped first.
        tapes.delete(market);
        tapes.set(market, tracker);
        if (watchedBefore.has(market)) continue;
        tracker.onMissing('unwatched');
        tracker.onConnected();
      } else {
        tapes.set(market, openTapeTracker({ ...options, market }));
      }
    }
    for (const [market, tracker] of tapes) {
      if (watched.has(market) || tapes.size <= MAX_TAPES) continue;
      tracker.close();
      tapes.delete(market);
    }
  }

  function updateCandles(interest: PublicInterest): void {
    const watched = new Map(interest.candles.map((item) => [`${item.market} ${item.period}`, item]));
    for (const [key, tracker] of candles) {
      if (watched.has(key)) continue;
      tracker.close();
      candles.delete(key);
    }
    for (const [key, item] of watched) {
      if (!candles.has(key)) candles.set(key, openCandleTracker({ ...options, ...item }));
    }
  }

  function updateTicks(interest: PublicInterest): void {
    const watched = new Set(interest.underlyings);
    for (const [symbol, tracker] of ticks) {
      if (watched.has(symbol)) continue;
      tracker.close();
      ticks.delete(symbol);
    }
    const reopen = (): void => options.resubscribeShared('underlyings');
    for (const symbol of watched) {
      if (!ticks.has(symbol)) ticks.set(symbol, openTickTracker({ ...options, reopen }));
    }
  }

  return {
    books,
    tapes,
    candles,
    ticks,
    update(interest, previous) {
      updateBooks(interest);
      updateTapes(interest, previous);
      updateCandles(interest);
      updateTicks(interest);
    },
    close() {
      for (const all of [books, tapes, candles, ticks]) for (const tracker of all.values()) tracker.close();
    },
  };
}
