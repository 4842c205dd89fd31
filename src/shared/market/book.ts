/**
 * Order book of one market: applies exchange snapshots and increments, answers what is best.
 *
 * Units       Price and Shares in millionths; YES terms.
 * Shape       One slot per price of the grid and side; 0 = no level.
 * Invariants  After `applyIncrement` returned 'applied' the book equals the server's at `sequence`.
 * Errors      Never throws on data: returns 'resync' when `sequence` skips, 'offGrid' for a price no slot holds.
 * Source      exchange-interface, Events rule 1; docs/assumptions.md#book-increments.
 */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

/** Finest price step that a book holds; a market's own tick may be coarser. */
export const BOOK_GRID = 1_000;
const SLOTS = MICROS / BOOK_GRID + 1;

export interface Level {
  readonly price: Price;
  readonly shares: Shares;
}

/** Levels in YES terms; absolute volumes; in an increment 0 removes the level. */
export interface BookUpdate {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly sequence: number;
}

export type ApplyResult = 'applied' | 'duplicate' | 'resync' | 'offGrid';

export interface Book {
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** Highest occupied bid slot, 0 when the side is empty; lowest ask slot, SLOTS when empty. */
  bestBid: number;
  bestAsk: number;
  /** null until the first snapshot. */
  sequence: number | null;
}

export function buildBook(): Book {
  return { bids: new Float64Array(SLOTS), asks: new Float64Array(SLOTS), bestBid: 0, bestAsk: SLOTS, sequence: null };
}

/** Replaces the whole book. */
export function applySnapshot(book: Book, snapshot: BookUpdate): 'applied' | 'offGrid' {
  if (!fits(snapshot)) return 'offGrid';
  book.bids.fill(0);
  book.asks.fill(0);
  book.bestBid = 0;
  book.bestAsk = SLOTS;
  write(book, snapshot);
  book.sequence = snapshot.sequence;
  return 'applied';
}

/** Applies one increment in place; anything but 'applied' leaves the book as it was. */
export function applyIncrement(book: Book, update: BookUpdate): ApplyResult {
  if (book.sequence === null) return 'resync';
  if (update.sequence <= book.sequence) return 'duplicate';
  if (update.sequence !== book.sequence + 1) return 'resync';
  if (!fits(update)) return 'offGrid';
  write(book, update);
  book.sequence = update.sequence;
  return 'applied';
}

/** Forgets everything, as before the first snapshot. */
export function clearBook(book: Book): void {
  book.bids.fill(0);
  book.asks.fill(0);
  book.bestBid = 0;
  book.bestAsk = SLOTS;
  book.sequence = null;
}

export function bestBid(book: Book): Price | null {
  return book.bestBid > 0 ? ((book.bestBid * BOOK_GRID) as Price) : null;
}

export function bestAsk(book: Book): Price | null {
  return book.bestAsk < SLOTS ? ((book.bestAsk * BOOK_GRID) as Price) : null;
}

/** True when the best bid is at or above the best ask: such a book is not to be trusted. */
export function isCrossed(book: Book): boolean {
  return book.bestBid > 0 && book.bestBid >= book.bestAsk;
}

/** The best `limit` levels of a side, best first, as [price, shares, price, shares, …]. */
export function levelsOf(book: Book, column: 'bid' | 'ask', limit: number = SLOTS): Float64Array {
  const slots = column === 'bid' ? book.bids : book.asks;
  const step = column === 'bid' ? -1 : 1;
  const best = column === 'bid' ? book.bestBid : book.bestAsk;
  let count = 0;
  for (let slot = best; slot > 0 && slot < SLOTS && count < limit; slot += step) if (slots[slot]! > 0) count += 1;
  const out = new Float64Array(count * 2);
  let at = 0;
  for (let slot = best; at < out.length; slot += step) {
    if (slots[slot]! > 0) {
      out[at] = slot * BOOK_GRID;
      out[at + 1] = slots[slot]!;
      at += 2;
    }
  }
  return out;
}

function fits(update: BookUpdate): boolean {
  for (const level of update.bids) if (level.price % BOOK_GRID !== 0) return false;
  for (const level of update.asks) if (level.price % BOOK_GRID !== 0) return false;
  return true;
}

function write(book: Book, update: BookUpdate): void {
  for (const { price, shares } of update.bids) {
    const slot = price / BOOK_GRID;
    book.bids[slot] = shares;
    if (shares > 0 && slot > book.bestBid) book.bestBid = slot;
  }
  for (const { price, shares } of update.asks) {
    const slot = price / BOOK_GRID;
    book.asks[slot] = shares;
    if (shares > 0 && slot < book.bestAsk) book.bestAsk = slot;
  }
  while (book.bestBid > 0 && book.bids[book.bestBid] === 0) book.bestBid -= 1;
  while (book.bestAsk < SLOTS && book.asks[book.bestAsk] === 0) book.bestAsk += 1;
}
