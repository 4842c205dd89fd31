/** Interface of the market data: what it is opened with, and what it offers. */

import type { CatalogueView } from '#shared/ipc/views.ts';
import type { Book } from '#shared/market/book.ts';
import type { BookHealth } from '#shared/market/bookHealth.ts';
import type { PublicEvent, PublicInterest } from '#shared/market/events.ts';
import type { BookTop } from '#shared/market/mark.ts';
import type { Market } from '#shared/market/market.ts';
import type { ExplainRead } from '#shared/market/readFailure.ts';
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { TickHealth } from '#shared/market/tickHealth.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Catalogue, CatalogueOptions } from './catalogue.ts';
import type { Cursor, MarketParts } from './frames.ts';
import type { MarketClock, MarketSources } from './ports.ts';

/** State of a book for checks before an order; prices in YES terms. */
export interface BookSummary {
  readonly health: BookHealth;
  readonly version: number;
  /** The exchange's sequence; null before the first snapshot. */
  readonly sequence: number | null;
  /** This machine's time of the last message or check that proved the book; null before the first. */
  readonly provedAtMs: number | null;
  readonly bestBid: Price | null;
  readonly bestAsk: Price | null;
  /** Of the tape, else as listed; null when none is known. */
  readonly lastPrice: Price | null;
  /** [price, shares, …] best first, YES terms. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

export interface BookDepth {
  readonly health: BookHealth;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

/** A REST book as [price, shares, …], best first. */
export interface ReadBook {
  readonly sequence: number;
  /** Latest time, by this machine's clock, at which the book was certainly right: the request less the answer's greatest age. */
  readonly provedAtMs: number;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

/** The newest tick of a watched underlying. */
export interface TickSummary {
  readonly tick: UnderlyingTick | null;
  readonly health: TickHealth;
  /** This machine's time of the newest tick. */
  readonly provedAtMs: number | null;
}

export interface TrackedBook {
  readonly book: Book;
  readonly health: BookHealth;
}

export interface LiveBook {
  readonly market: MarketId;
  readonly atMs: number;
}

export interface LostBook {
  readonly market: MarketId;
  readonly health: BookHealth;
}

export interface MarketDataOptions extends MarketSources, MarketClock {
  readonly tick?: Tick;
  /** Called with each change of a book's health, before anything else learns of it. */
  onHealth?(market: MarketId, health: BookHealth): void;
  readonly explainRead: ExplainRead;
  readonly lastRun?: CatalogueOptions['lastRun'];
  readonly names?: CatalogueOptions['names'];
}

export interface MarketData extends Pick<Catalogue, 'listing' | 'showList' | 'step' | 'search' | 'hide' | 'keep'> {
  /** Sets what windows show, replacing the previous interest. */
  watch(interest: PublicInterest): void;
  onPublic(event: PublicEvent): void;
  /** As windows get it: the markets that they show, hold or may soon need. */
  catalogue(): CatalogueView;
  market(id: MarketId): Market | null;
  /** Null when the book is not watched. */
  book(id: MarketId): BookSummary | null;
  /** Health, best prices and last price of a watched book, without its levels; null when it is not watched. */
  top(id: MarketId): BookTop | null;
  /** Every level of a watched book as [price, shares, …], best first; null when it is not watched. */
  depth(id: MarketId): BookDepth | null;
  /** Compares a watched book with the exchange's REST book at once: a check that agrees proves it. */
  proveBook(id: MarketId): void;
  /** Reads the exchange's REST book of any market; rejects on failure and on a book that is off the grid or crossed. */
  fetchBook(id: MarketId): Promise<ReadBook>;
  /** Null when the underlying is not watched. */
  tick(symbol: string): TickSummary | null;
  /** Every watched book, as its tracker has it: for reading alone. */
  books(): ReadonlyMap<MarketId, TrackedBook>;
  /** The newest tick of each watched underlying that has one. */
  ticks(): ReadonlyMap<string, UnderlyingTick>;
  buildCursor(): Cursor;
  /** The parts that changed since the cursor; advances it. */
  collect(cursor: Cursor): MarketParts;
  /** True while changed books had no room in the frame that was collected last. */
  hasMore(cursor: Cursor): boolean;
  /** Called when `collect` has something new; `mayWait` when it is only prices of the list. The result removes the listener. */
  onDirty(listener: (mayWait: boolean) => void): () => void;
  /** Called when a book becomes live. The result removes the listener. */
  onLive(listener: (book: LiveBook) => void): () => void;
  /** Called when a watched book becomes stale or suspect. The result removes the listener. */
  onLost(listener: (book: LostBook) => void): () => void;
  close(): void;
}
