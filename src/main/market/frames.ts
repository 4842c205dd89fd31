/**
 * Frame parts of market data: for each reader, what changed since its cursor.
 *
 * Invariants  A book frame is the whole visible state, at most 100 levels a side, built once per change for all readers. Books
 *             of one frame have a bounded number of bytes; those that are left come first in the next one.
 *             A tape frame has the trades since the cursor and the number that the ring overwrote. A cursor keeps nothing
 *             of a series that is no longer watched.
 */
import type {
  BookFrame,
  CandleFrame,
  CatalogueHead,
  EndedSeries,
  Frame,
  TapeFrame,
  TickFrame,
} from '#shared/ipc/frames/frame.ts';
import type { CatalogueView } from '#shared/ipc/views.ts';
import { levelsOf } from '#shared/market/book.ts';
import type { Market } from '#shared/market/market.ts';
import { type Tape, type TapeGap, tradesSince } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { BookTracker } from './bookTracker.ts';
import type { CandleTracker } from './candleTracker.ts';
import type { TapeTracker } from './tapeTracker.ts';
import type { TickTracker } from './tickTracker.ts';

const MAX_LEVELS = 100;
/** Of the books of one frame, about: one more is sent whole. A window of 256 busy books takes two or three frames. */
const MAX_BOOK_BYTES = 48 * 1_024;
/** What a number of a level takes in a frame, and everything else of a book. */
const BYTES_OF_NUMBER = 2;
const BYTES_OF_BOOK = 64;
const EMPTY = new Float64Array(0);

export type MarketParts = Pick<
  Frame,
  | 'books'
  | 'tapes'
  | 'candles'
  | 'ended'
  | 'ticks'
  | 'catalogue'
  | 'catalogueHead'
  | 'changedMarkets'
  | 'forgottenMarkets'
>;

/** What one reader (a window) has received; advanced by `collect`. */
export interface Cursor {
  marketDataVersion: number;
  /** Null before the first. */
  catalogue: CatalogueView | null;
  /** The markets that the reader has, the longest known first. */
  readonly markets: Map<MarketId, Market>;
  readonly books: Map<MarketId, BookFrame>;
  /** Trackers of which `books` are; the same list until other books are shown. */
  visible: readonly BookTracker[] | null;
  /** The book that comes first in the next frame: an earlier one had no room for it; null when every change was sent. */
  firstBook: MarketId | null;
  readonly tapes: Map<MarketId, { readonly tape: Tape; readonly nextSeq: number; readonly gap: TapeGap | null }>;
  readonly candles: Map<string, SentCandles>;
  readonly ticks: Map<string, { readonly tracker: TickTracker; readonly version: number }>;
}

interface SentCandles {
  readonly tracker: CandleTracker;
  readonly version: number;
  readonly isIncomplete: boolean;
}

export function buildCursor(): Cursor {
  return {
    marketDataVersion: 0,
    catalogue: null,
    markets: new Map(),
    books: new Map(),
    visible: null,
    firstBook: null,
    tapes: new Map(),
    candles: new Map(),
    ticks: new Map(),
  };
}

/** Cache of the newest frame of each book, rebuilt when its content changes. */
export interface BookFrames {
  frame(tracker: BookTracker, tape: TapeTracker | undefined, listedPrice: Price | null): BookFrame;
  remove(market: MarketId): void;
}

export function openBookFrames(): BookFrames {
  const newest = new Map<MarketId, { frame: BookFrame; tracker: BookTracker; trackerVersion: number }>();
  return {
    frame(tracker, tape, listedPrice) {
      const old = newest.get(tracker.market);
      const traded = tape?.traded() ?? EMPTY;
      const lastPrice = tape?.lastPrice() ?? listedPrice;
      const isSameBook = old !== undefined && old.tracker === tracker && old.trackerVersion === tracker.version();
      if (isSameBook && old.frame.traded === traded && old.frame.lastPrice === lastPrice) return old.frame;
      const { book } = tracker;
      const frame: BookFrame = {
        market: tracker.market,
        health: tracker.health(),
        version: tracker.version(),
        sequence: book.sequence,
        exchangeTimeMs: tracker.exchangeTimeMs(),
        provedAtMs: tracker.provedAtMs(),
        bids: isSameBook ? old.frame.bids : levelsOf(book, 'bid', MAX_LEVELS),
        asks: isSameBook ? old.frame.asks : levelsOf(book, 'ask', MAX_LEVELS),
        traded,
        lastPrice,
      };
      newest.set(tracker.market, { frame, tracker, trackerVersion: tracker.version() });
      return frame;
    },
    remove: (market) => void newest.delete(market),
  };
}

/** The frame of a book without data. */
function buildEmptyFrame(market: MarketId, version: number): BookFrame {
  return {
    market,
    health: { at: 'waiting' },
    version,
    sequence: null,
    exchangeTimeMs: null,
    provedAtMs: null,
    bids: EMPTY,
    asks: EMPTY,
    traded: EMPTY,
    lastPrice: null,
  };
}

/** Changed books as far as a frame has room; sets where the next frame continues. */
export function collectBooks(
  cursor: Cursor,
  trackers: readonly BookTracker[],
  frameOf: (tracker: BookTracker) => BookFrame,
): BookFrame[] {
  const changed: BookFrame[] = [];
  const start = cursor.firstBook === null ? 0 : trackers.findIndex(({ market }) => market === cursor.firstBook);
  cursor.firstBook = null;
  let bytes = 0;
  for (let step = 0; step < trackers.length; step += 1) {
    const tracker = trackers[(Math.max(0, start) + step) % trackers.length]!;
    if (bytes >= MAX_BOOK_BYTES) {
      cursor.firstBook = tracker.market;
      break;
    }
    const frame = frameOf(tracker);
    if (cursor.books.get(frame.market) === frame) continue;
    cursor.books.set(frame.market, frame);
    changed.push(frame);
    bytes += BYTES_OF_BOOK + (frame.bids.length + frame.asks.length + frame.traded.length) * BYTES_OF_NUMBER;
  }
  return changed;
}

/** Empty frames for books that are no longer shown, so that a reader does not treat their last state as current. */
export function collectUnwatchedBooks(cursor: Cursor, visible: readonly BookTracker[]): BookFrame[] {
  if (cursor.visible === visible) return [];
  cursor.visible = visible;
  const markets = new Set(visible.map(({ market }) => market));
  const unwatched: BookFrame[] = [];
  for (const [market, { version }] of cursor.books) {
    if (markets.has(market)) continue;
    cursor.books.delete(market);
    unwatched.push(buildEmptyFrame(market, version + 1));
  }
  return unwatched;
}

export function collectTapes(cursor: Cursor, trackers: Iterable<TapeTracker>): TapeFrame[] {
  const changed: TapeFrame[] = [];
  for (const tracker of trackers) {
    const { market, tape } = tracker;
    const gap = tracker.gap();
    const sent = cursor.tapes.get(market);
    const isSameTape = sent?.tape === tape;
    if (isSameTape && sent.nextSeq === tape.nextSeq && sent.gap === gap) continue;
    if (!isSameTape && tape.nextSeq === 0 && gap === null) continue;
    const { trades, lost, nextSeq } = tradesSince(tape, isSameTape ? sent.nextSeq : 0);
    cursor.tapes.set(market, { tape, nextSeq, gap });
    const holesBefore = tracker.holesBefore();
    changed.push({
      market,
      fromSeq: nextSeq - trades.length,
      trades,
      // A new reader has lost nothing: overwritten trades are from before its first frame.
      lost: isSameTape ? lost : 0,
      ...(gap === null ? {} : { gap }),
      ...(holesBefore.length === 0 ? {} : { holesBefore }),
    });
  }
  return changed;
}

/** Series that are no longer watched, or null; forgotten here, so that a reader gets them whole when they are watched again. */
export function collectEnded(
  cursor: Cursor,
  watchedTapes: ReadonlySet<MarketId>,
  watchedCandles: ReadonlyMap<string, CandleTracker>,
): EndedSeries | null {
  const tapes: MarketId[] = [];
  for (const market of cursor.tapes.keys()) {
    if (watchedTapes.has(market)) continue;
    cursor.tapes.delete(market);
    tapes.push(market);
  }
  const candles: EndedSeries['candles'][number][] = [];
  for (const [key, { tracker }] of cursor.candles) {
    if (watchedCandles.get(key) === tracker) continue;
    cursor.candles.delete(key);
    candles.push({ market: tracker.market, period: tracker.period });
  }
  return tapes.length + candles.length === 0 ? null : { tapes, candles };
}

export function collectCandles(cursor: Cursor, trackers: Iterable<CandleTracker>): CandleFrame[] {
  const changed: CandleFrame[] = [];
  for (const tracker of trackers) {
    const key = `${tracker.market} ${tracker.period}`;
    const sent = cursor.candles.get(key);
    const isIncomplete = tracker.isIncomplete();
    const isSame = sent?.tracker === tracker;
    const rows = tracker.since(isSame ? sent.version : 0);
    if (!rows && (isSame ? sent.isIncomplete : false) === isIncomplete) continue;
    cursor.candles.set(key, { tracker, version: tracker.version(), isIncomplete });
    changed.push({
      market: tracker.market,
      period: tracker.period,
      ...(rows ?? { kind: 'tail', rows: EMPTY }),
      ...(isIncomplete ? { isIncomplete } : {}),
    });
  }
  return changed;
}

/** A reader keeps so many markets that are no longer in the view: a list that scrolls back finds them there. */
const MOST_LEFT = 500;

/** The whole view for a new reader; else its head where it changed, and the markets that changed or are new. */
export function collectCatalogue(
  cursor: Cursor,
  view: CatalogueView,
): Pick<MarketParts, 'catalogue' | 'catalogueHead' | 'changedMarkets' | 'forgottenMarkets'> {
  const sent = cursor.catalogue;
  if (sent === view) return {};
  cursor.catalogue = view;
  const changedMarkets = view.markets.filter((market) => cursor.markets.get(market.id) !== market);
  for (const market of changedMarkets) cursor.markets.set(market.id, market);
  if (sent === null) return { catalogue: view };
  const forgottenMarkets = forget(cursor.markets, view.markets);
  return {
    ...(hasSameHead(sent, view) ? {} : { catalogueHead: headOf(view) }),
    ...(changedMarkets.length > 0 ? { changedMarkets } : {}),
    ...(forgottenMarkets.length > 0 ? { forgottenMarkets } : {}),
  };
}

function forget(known: Map<MarketId, Market>, visible: readonly Market[]): MarketId[] {
  const forgotten: MarketId[] = [];
  if (known.size - visible.length <= MOST_LEFT) return forgotten;
  const kept = new Set(visible.map(({ id }) => id));
  for (const id of known.keys()) {
    if (kept.has(id)) continue;
    known.delete(id);
    forgotten.push(id);
    if (known.size - visible.length <= MOST_LEFT / 2) break;
  }
  return forgotten;
}

function headOf({ markets: _markets, ...head }: CatalogueView): CatalogueHead {
  return head;
}

function hasSameHead(a: CatalogueView, b: CatalogueView): boolean {
  return (
    a.at === b.at &&
    a.tick === b.tick &&
    a.receivedAtMs === b.receivedAtMs &&
    a.failure === b.failure &&
    a.list?.version === b.list?.version &&
    a.list?.total === b.list?.total
  );
}

export function collectTicks(cursor: Cursor, trackers: Iterable<readonly [string, TickTracker]>): TickFrame[] {
  const changed: TickFrame[] = [];
  for (const [symbol, tracker] of trackers) {
    const version = tracker.version();
    const sent = cursor.ticks.get(symbol);
    if (sent?.tracker === tracker && sent.version === version) continue;
    cursor.ticks.set(symbol, { tracker, version });
    changed.push({ symbol, health: tracker.health(), tick: tracker.tick(), provedAtMs: tracker.provedAtMs() });
  }
  return changed;
}
