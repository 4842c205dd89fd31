/**
 * Holds a book that REST served against the one kept from the stream, at the same sequence.
 *
 * Invariants  Pure. A trace starts with a copy of the kept book and collects every update since, so that any sequence between
 *             the start and now can be met exactly.
 * Source      protocol-facts §2: canary reads compare sequences (docs/assumptions.md#rest-book-sequence).
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

/** A served side at least this deep may have been cut by the server: only its own depth is compared. */
const DEEP = 50;

export interface BookTrace {
  readonly start: BookUpdate;
  readonly updates: BookUpdate[];
}

/** `older` is an answer from before the trace; `ahead` is newer than everything the stream told. */
export type Verdict = 'agrees' | 'differs' | 'older' | 'ahead' | 'unclear';

/** Copies the kept book; null before its first snapshot. */
export function startTrace(book: Book): BookTrace | null {
  if (book.sequence === null) return null;
  return {
    start: { bids: toLevels(levelsOf(book, 'bid')), asks: toLevels(levelsOf(book, 'ask')), sequence: book.sequence },
    updates: [],
  };
}

export function checkAgainst(trace: BookTrace, served: BookUpdate): Verdict {
  if (served.sequence < 0) return checkContent(trace, served);
  if (served.sequence < trace.start.sequence) return 'older';
  const kept = buildBook();
  applySnapshot(kept, trace.start);
  for (const update of trace.updates) if (update.sequence <= served.sequence) applyIncrement(kept, update);
  if (kept.sequence !== served.sequence) return 'ahead';
  const shown = buildBook();
  if (applySnapshot(shown, served) === 'offGrid') return 'differs';
  return isSameSide(kept, shown, 'bid') && isSameSide(kept, shown, 'ask') ? 'agrees' : 'differs';
}

/**
 * A book without a sequence is held against every state since the trace began. One that fits none of them tells nothing
 * while the book moves (it may be a little older or newer), and as much as an older one when it stands still.
 */
function checkContent(trace: BookTrace, served: BookUpdate): Verdict {
  const kept = buildBook();
  applySnapshot(kept, trace.start);
  const shown = buildBook();
  if (applySnapshot(shown, served) === 'offGrid') return 'differs';
  const fits = (): boolean => isSameSide(kept, shown, 'bid') && isSameSide(kept, shown, 'ask');
  if (fits()) return 'agrees';
  for (const update of trace.updates) {
    applyIncrement(kept, update);
    if (fits()) return 'agrees';
  }
  return trace.updates.length === 0 ? 'older' : 'unclear';
}

function isSameSide(kept: Book, shown: Book, column: 'bid' | 'ask'): boolean {
  const served = levelsOf(shown, column);
  const own = levelsOf(kept, column, served.length / 2 >= DEEP ? served.length / 2 : undefined);
  return own.length === served.length && own.every((value, index) => value === served[index]);
}

function toLevels(pairs: Float64Array): Level[] {
  const levels: Level[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    levels.push({ price: pairs[at]! as Price, shares: pairs[at + 1]! as Shares });
  }
  return levels;
}
