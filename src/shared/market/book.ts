/**
 * Order book of one market: applies snapshots and increments, has best prices.
 *
 * Units       Price and Shares in millionths; YES terms.
 * Shape       One slot per price of the grid and side; 0 = no level.
 * Invariants  After `applyIncrement` returned 'applied' the book equals the server's at `sequence`, except for `leftOut`.
 * Errors      Never throws on data: returns 'resync' when `sequence` skips; a level that is unreadable, or between two slots,
 *             is left out and the others are applied.
 * Source      docs/exchange-interface.md#sequence-rule; docs/assumptions.md#book-increments.
 */
import type { ParseProblem } from '../base/parseProblem.ts';
import { formatMicros, MICROS } from '../units/micros.ts';
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
  /** Absent when every level could be read. */
  readonly leftOut?: LeftOutLevels;
}

/** Levels of the exchange's book that are not in ours. */
export interface LeftOutLevels {
  readonly count: number;
  /** Best price that a left-out bid or ask may have; null when none of that side is left out. */
  readonly bid: Price | null;
  readonly ask: Price | null;
  /** Of the first one. */
  readonly problem: ParseProblem;
}

export type ApplyResult = 'applied' | 'duplicate' | 'resync';

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
  /** Since the last snapshot; null when none. */
  leftOut: LeftOutLevels | null;
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
    leftOut: null,
  };
}

/** Replaces the whole book. */
export function applySnapshot(book: Book, snapshot: BookUpdate): void {
  clearBook(book);
  writeLevels(book, snapshot);
  book.sequence = snapshot.sequence;
}

/** Applies one increment in place; anything but 'applied' leaves the book as it was. */
export function applyIncrement(book: Book, update: BookUpdate): ApplyResult {
  if (book.sequence === null) return 'resync';
  if (update.sequence <= book.sequence) return 'duplicate';
  if (update.sequence !== book.sequence + 1) return 'resync';
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
  book.leftOut = null;
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

/** True when a left-out level may be the best of its side. */
export function isBestInDoubt({ leftOut, bestBid: bid, bestAsk: ask }: Book): boolean {
  if (leftOut === null) return false;
  return (
    (leftOut.bid !== null && leftOut.bid >= bid * BOOK_GRID) || (leftOut.ask !== null && leftOut.ask <= ask * BOOK_GRID)
  );
}

/** Both together: the better price of each side, and the first problem. */
export function joinLeftOut(first: LeftOutLevels | null, second: LeftOutLevels | null): LeftOutLevels | null {
  if (first === null || second === null) return first ?? second;
  return {
    count: first.count + second.count,
    bid:
      first.bid === null || second.bid === null
        ? (first.bid ?? second.bid)
        : (Math.max(first.bid, second.bid) as Price),
    ask:
      first.ask === null || second.ask === null
        ? (first.ask ?? second.ask)
        : (Math.min(first.ask, second.ask) as Price),
    problem: first.problem,
  };
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

function isOnGrid(price: Price): boolean {
  return price % BOOK_GRID === 0;
}

function leaveOut(book: Book, update: BookUpdate): void {
  book.leftOut = joinLeftOut(book.leftOut, update.leftOut ?? null);
  for (const side of ['bids', 'asks'] as const) {
    update[side].forEach(({ price, shares }, index) => {
      // Without shares it removes a level that the book never had.
      if (isOnGrid(price) || shares === 0) return;
      const found = `"${formatMicros(price)}"`;
      const problem = { path: `${side}[${index}]`, expected: 'a price that is a multiple of 0.001', found };
      const isBid = side === 'bids';
      book.leftOut = joinLeftOut(book.leftOut, {
        count: 1,
        bid: isBid ? price : null,
        ask: isBid ? null : price,
        problem,
      });
    });
  }
}

function writeLevels(book: Book, update: BookUpdate): void {
  let isWhole = update.leftOut === undefined;
  for (const { price, shares } of update.bids) {
    if (!isOnGrid(price)) {
      isWhole = false;
      continue;
    }
    const slot = price / BOOK_GRID;
    book.bidCount += countChange(book.bids[slot]!, shares);
    book.bids[slot] = shares;
    if (shares > 0 && slot > book.bestBid) book.bestBid = slot;
  }
  for (const { price, shares } of update.asks) {
    if (!isOnGrid(price)) {
      isWhole = false;
      continue;
    }
    const slot = price / BOOK_GRID;
    book.askCount += countChange(book.asks[slot]!, shares);
    book.asks[slot] = shares;
    if (shares > 0 && slot < book.bestAsk) book.bestAsk = slot;
  }
  if (!isWhole) leaveOut(book, update);
  while (book.bestBid > 0 && book.bids[book.bestBid] === 0) book.bestBid -= 1;
  while (book.bestAsk < SLOT_COUNT && book.asks[book.bestAsk] === 0) book.bestAsk += 1;
}

function countChange(before: number, after: number): number {
  return (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
}
