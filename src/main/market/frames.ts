/**
 * Makes the parts of a frame: for one reader, only what changed since its cursor.
 *
 * Invariants  Books are whole state, at most 100 levels a side, built once a change however many readers there are;
 *             tapes are events from the cursor's sequence, with the count of those that the ring had dropped.
 */
import type { BookFrame, CandleFrame, Frame, TapeFrame } from '#shared/ipc/frame.ts';
import { levelsOf } from '#shared/market/book.ts';
import { type Tape, tradesSince } from '#shared/market/tape.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { BookTracker } from './bookTracker.ts';
import type { CandleTracker } from './candleTracker.ts';
import type { TapeTracker } from './tapeTracker.ts';

const MOST_LEVELS = 100;
const NONE = new Float64Array(0);

export type MarketParts = Pick<Frame, 'books' | 'tapes' | 'candles' | 'ticks' | 'catalogue'>;

/** What one reader (a window) has already got; made by `buildCursor`, moved on by `collect`. */
export interface Cursor {
  roomVersion: number;
  catalogueVersion: number;
  readonly books: Map<MarketId, BookFrame>;
  readonly tapes: Map<MarketId, { readonly tape: Tape; readonly nextSeq: number; readonly hole: string | null }>;
  readonly candles: Map<string, { readonly keeper: CandleTracker; readonly version: number }>;
  readonly ticks: Map<string, UnderlyingTick>;
}

export function buildCursor(): Cursor {
  return {
    roomVersion: 0,
    catalogueVersion: 0,
    books: new Map(),
    tapes: new Map(),
    candles: new Map(),
    ticks: new Map(),
  };
}

/** Holds the last frame of each book and builds the next one only when its content has changed. */
export interface BookFrames {
  frame(keeper: BookTracker, tape: TapeTracker | undefined, listedPrice: Price | null): BookFrame;
  forget(market: MarketId): void;
}

export function openBookFrames(): BookFrames {
  const held = new Map<MarketId, { frame: BookFrame; keeper: BookTracker; levelsVersion: number }>();
  return {
    frame(keeper, tape, listedPrice) {
      const old = held.get(keeper.market);
      const traded = tape?.traded() ?? NONE;
      const lastPrice = tape?.lastPrice() ?? listedPrice;
      const isSameBook = old !== undefined && old.keeper === keeper && old.levelsVersion === keeper.version();
      if (isSameBook && old.frame.traded === traded && old.frame.lastPrice === lastPrice) return old.frame;
      const { book } = keeper;
      const frame: BookFrame = {
        market: keeper.market,
        health: keeper.health(),
        version: keeper.version(),
        sequence: book.sequence,
        exchangeTimeMs: keeper.exchangeTimeMs(),
        receivedAtMs: keeper.receivedAtMs(),
        bids: isSameBook ? old.frame.bids : levelsOf(book, 'bid', MOST_LEVELS),
        asks: isSameBook ? old.frame.asks : levelsOf(book, 'ask', MOST_LEVELS),
        traded,
        lastPrice,
      };
      held.set(keeper.market, { frame, keeper, levelsVersion: keeper.version() });
      return frame;
    },
    forget: (market) => void held.delete(market),
  };
}

/** A book of which nothing is known. */
export function buildEmptyFrame(market: MarketId, version: number): BookFrame {
  return {
    market,
    health: { at: 'waiting' },
    version,
    sequence: null,
    exchangeTimeMs: null,
    receivedAtMs: null,
    bids: NONE,
    asks: NONE,
    traded: NONE,
    lastPrice: null,
  };
}

export function collectBooks(cursor: Cursor, frames: Iterable<BookFrame>): BookFrame[] {
  const changed: BookFrame[] = [];
  for (const frame of frames) {
    if (cursor.books.get(frame.market) === frame) continue;
    cursor.books.set(frame.market, frame);
    changed.push(frame);
  }
  return changed;
}

export function collectTapes(cursor: Cursor, keepers: Iterable<TapeTracker>): TapeFrame[] {
  const changed: TapeFrame[] = [];
  for (const keeper of keepers) {
    const { market, tape } = keeper;
    const hole = keeper.hole();
    const seen = cursor.tapes.get(market);
    const isKnown = seen?.tape === tape;
    if (isKnown && seen.nextSeq === tape.nextSeq && seen.hole === hole) continue;
    if (!isKnown && tape.nextSeq === 0 && hole === null) continue;
    const { trades, lost, nextSeq } = tradesSince(tape, isKnown ? seen.nextSeq : 0);
    cursor.tapes.set(market, { tape, nextSeq, hole });
    // A new reader has lost nothing: what the ring dropped was before its time.
    changed.push({
      market,
      fromSeq: nextSeq - trades.length,
      trades,
      lost: isKnown ? lost : 0,
      ...(hole === null ? {} : { hole }),
    });
  }
  return changed;
}

export function collectCandles(cursor: Cursor, keepers: Iterable<CandleTracker>): CandleFrame[] {
  const changed: CandleFrame[] = [];
  for (const keeper of keepers) {
    const key = `${keeper.market} ${keeper.period}`;
    const seen = cursor.candles.get(key);
    const rows = keeper.since(seen?.keeper === keeper ? seen.version : 0);
    if (!rows) continue;
    cursor.candles.set(key, { keeper, version: keeper.version() });
    changed.push({ market: keeper.market, period: keeper.period, ...rows });
  }
  return changed;
}

export function collectTicks(cursor: Cursor, ticks: Iterable<UnderlyingTick>): UnderlyingTick[] {
  const changed: UnderlyingTick[] = [];
  for (const tick of ticks) {
    if (cursor.ticks.get(tick.symbol) === tick) continue;
    cursor.ticks.set(tick.symbol, tick);
    changed.push(tick);
  }
  return changed;
}
