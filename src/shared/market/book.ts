/**
 * Order book of one market: applies snapshots and increments, has best prices.
 *
 * Units       Price and Shares in millionths; YES terms.
 * Shape       One slot per price of the grid and side; 0 = no level.
 * Invariants  After `applyIncrement` returned 'applied' the book equals the server's at `sequence`.
 * Errors      Never throws on data: returns 'resync' when `sequence` skips, 'offGrid' for a price between two slots.
 * Source      docs/exchange-interface.md#sequence-rule; docs/assumptions.md#book-increments.
 */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

/** Price step of a book's slots; a market's tick is a multiple of it. */
const BOOK_GRID = 1_000;
const SLOT_COUNT = MICROS / BOOK_GRID + 1;

export interface Level {
  readonly price: Price;
  readonly shares: Shares;
}

/** Levels in YES terms with absolute volumes; in an increment 0 removes the level. */
export interface BookUpdate {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly sequence: number;
}

export type ApplyResult = 'applied' | 'duplicate' | 'resync' | 'offGrid';

export interface Book {
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** Slot of the highest bid, 0 when there is none; slot of the lowest ask, SLOT_COUNT when there is none. */
  bestBid: number;
  bestAsk: number;
  /** Levels of each side. */
  bidCount: number;
  askCount: number;
  /** Null before the first snapshot. */
  sequence: number | null;
}

export function buildBook(): Book {
  return {
    bids: new Float64Array(SLOT_COUNT),
    asks: new Float64Array(SLOT_COUNT),
    bestBid: 0,
    bestAsk: SLOT_COUNT,
    bidCount: 0,
    askCount: 0,
    sequence: null,
  };
}

/** Replaces the whole book. */
export function applySnapshot(book: Book, snapshot: BookUpdate): 'applied' | 'offGrid' {
  if (!isOnGrid(snapshot)) return 'offGrid';
  clearBook(book);
  writeLevels(book, snapshot);
  book.sequence = snapshot.sequence;
  return 'applied';
}

/** Applies one increment in place; anything but 'applied' leaves the book as it was. */
export function applyIncrement(book: Book, update: BookUpdate): ApplyResult {
  if (book.sequence === null) return 'resync';
  if (update.sequence <= book.sequence) return 'duplicate';
  if (update.sequence !== book.sequence + 1) return 'resync';
  if (!isOnGrid(update)) return 'offGrid';
  writeLevels(book, update);
  book.sequence = update.sequence;
  return 'applied';
}

/** Empties the book, as before the first snapshot. */
export function clearBook(book: Book): void {
  book.bids.fill(0);
  book.asks.fill(0);
  book.bestBid = 0;
  book.bestAsk = SLOT_COUNT;
  book.bidCount = 0;
  book.askCount = 0;
  book.sequence = null;
}

export function bestBid(book: Book): Price | null {
  return book.bestBid > 0 ? ((book.bestBid * BOOK_GRID) as Price) : null;
}

export function bestAsk(book: Book): Price | null {
  return book.bestAsk < SLOT_COUNT ? ((book.bestAsk * BOOK_GRID) as Price) : null;
}

/** True when the best bid is at or above the best ask, which no valid book has. */
export function isCrossed(book: Book): boolean {
  return book.bestBid > 0 && book.bestBid >= book.bestAsk;
}

/** The best `limit` levels of a side, best first, as [price, shares, price, shares, …]. */
export function levelsOf(book: Book, column: 'bid' | 'ask', limit: number = SLOT_COUNT): Float64Array {
  const levels = new Float64Array(Math.min(limit, column === 'bid' ? book.bidCount : book.askCount) * 2);
  copyLevels(book, column, levels);
  return levels;
}

/** Writes the best levels of a side, best first, into pairs of `target` until it is full; returns their number. */
export function copyLevels(book: Book, column: 'bid' | 'ask', target: Float64Array): number {
  const isBid = column === 'bid';
  const slots = isBid ? book.bids : book.asks;
  const step = isBid ? -1 : 1;
  const count = Math.min(isBid ? book.bidCount : book.askCount, target.length >> 1);
  let slot = isBid ? book.bestBid : book.bestAsk;
  for (let at = 0; at < count; slot += step) {
    const shares = slots[slot]!;
    if (shares === 0) continue;
    target[at * 2] = slot * BOOK_GRID;
    target[at * 2 + 1] = shares;
    at += 1;
  }
  return count;
}

function isOnGrid(update: BookUpdate): boolean {
  for (const level of update.bids) if (level.price % BOOK_GRID !== 0) return false;
  for (const level of update.asks) if (level.price % BOOK_GRID !== 0) return false;
  return true;
}

function writeLevels(book: Book, update: BookUpdate): void {
  for (const { price, shares } of update.bids) {
    const slot = price / BOOK_GRID;
    book.bidCount += countChange(book.bids[slot]!, shares);
    book.bids[slot] = shares;
    if (shares > 0 && slot > book.bestBid) book.bestBid = slot;
  }
  for (const { price, shares } of update.asks) {
    const slot = price / BOOK_GRID;
    book.askCount += countChange(book.asks[slot]!, shares);
    book.asks[slot] = shares;
    if (shares > 0 && slot < book.bestAsk) book.bestAsk = slot;
  }
  while (book.bestBid > 0 && book.bids[book.bestBid] === 0) book.bestBid -= 1;
  while (book.bestAsk < SLOT_COUNT && book.asks[book.bestAsk] === 0) book.bestAsk += 1;
}

function countChange(before: number, after: number): number {
  return (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
}
