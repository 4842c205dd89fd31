/**
 * Trace of a book: its recent states, for comparison with the REST book.
 *
 * Invariants  Pure. A trace starts with a copy of the stream's book and collects every later update, so that the state at
 *             each sequence since its start can be rebuilt exactly.
 * Source      docs/assumptions.md#rest-book-sequence.
 */
import {
  applyIncrement,
  applySnapshot,
  type Book,
  type BookUpdate,
  buildBook,
  type Level,
  levelsOf,
} from '#shared/market/book.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';

/** The server may cut a side at this depth: a side this deep is compared only down to its own depth. */
const CUT_DEPTH = 50;

export interface BookTrace {
  readonly start: BookUpdate;
  readonly updates: BookUpdate[];
}

/**
 * Result of a comparison: `older` means that the REST book is from before the trace, `ahead` that it is newer than the last
 * stream message, `inconclusive` that a REST book without a sequence matches no state of a changing book, `leftOut` that levels which one of
 * the two could not read may be the difference.
 */
export type Comparison = 'agrees' | 'differs' | 'older' | 'ahead' | 'inconclusive' | 'leftOut';

/** Copies the book of the stream; null before its first snapshot. */
export function startTrace(book: Book): BookTrace | null {
  if (book.sequence === null) return null;
  return {
    start: {
      bids: toLevels(levelsOf(book, 'bid')),
      asks: toLevels(levelsOf(book, 'ask')),
      sequence: book.sequence,
      ...(book.leftOut ? { leftOut: book.leftOut } : {}),
    },
    updates: [],
  };
}

/** Compares the REST book with the traced state at the same sequence. */
export function compareWithTrace(trace: BookTrace, rest: BookUpdate): Comparison {
  if (rest.sequence < 0) return compareLevels(trace, rest);
  if (rest.sequence < trace.start.sequence) return 'older';
  const streamBook = buildBook();
  applySnapshot(streamBook, trace.start);
  for (const update of trace.updates) if (update.sequence <= rest.sequence) applyIncrement(streamBook, update);
  if (streamBook.sequence !== rest.sequence) return 'ahead';
  const restBook = buildBook();
  applySnapshot(restBook, rest);
  const isOpen = hasLeftOut(streamBook, rest);
  if (restBook.leftOut !== null && !isOpen) return 'differs';
  if (isSameBook(streamBook, restBook)) return 'agrees';
  return isOpen ? 'leftOut' : 'differs';
}

/**
 * Compares a REST book without a sequence with every traced state. If it matches none, a book that did not change since is
 * newer than the answer; of a book that changed, the answer may be a little older or newer.
 */
function compareLevels(trace: BookTrace, rest: BookUpdate): Comparison {
  const streamBook = buildBook();
  applySnapshot(streamBook, trace.start);
  const restBook = buildBook();
  applySnapshot(restBook, rest);
  if (restBook.leftOut !== null && !hasLeftOut(streamBook, rest)) return 'differs';
  if (isSameBook(streamBook, restBook)) return 'agrees';
  for (const update of trace.updates) {
    applyIncrement(streamBook, update);
    if (isSameBook(streamBook, restBook)) return 'agrees';
  }
  if (hasLeftOut(streamBook, rest)) return 'leftOut';
  return trace.updates.length === 0 ? 'older' : 'inconclusive';
}

/** Levels that could not be read may be the difference; a REST level between two slots is one. */
function hasLeftOut(streamBook: Book, rest: BookUpdate): boolean {
  return streamBook.leftOut !== null || rest.leftOut !== undefined;
}

function isSameBook(streamBook: Book, restBook: Book): boolean {
  return isSameSide(streamBook, restBook, 'bid') && isSameSide(streamBook, restBook, 'ask');
}

function isSameSide(streamBook: Book, restBook: Book, column: 'bid' | 'ask'): boolean {
  const rest = levelsOf(restBook, column);
  const depth = rest.length / 2;
  const stream = levelsOf(streamBook, column, depth >= CUT_DEPTH ? depth : undefined);
  return stream.length === rest.length && stream.every((value, index) => value === rest[index]);
}

function toLevels(pairs: Float64Array): Level[] {
  const levels: Level[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    levels.push({ price: pairs[at]! as Price, shares: pairs[at + 1]! as Shares });
  }
  return levels;
}
