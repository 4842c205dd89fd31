/**
 * Whether a book can matter to a conditional order: most updates leave every condition as false as it was.
 *
 * Invariants  Pure. True only where the machine, fed with the book, would note that it saw it and nothing else.
 * Source      docs/conditionals.md#data.
 */
import { isLive } from './children.ts';
import { type BookObservation, usableBook } from './observation.ts';
import { listLeaves } from './ownTrigger.ts';
import { valueOnBook } from './priceValue.ts';
import { type ConditionalState, kindOf } from './terms.ts';
import type { TriggerProgress } from './triggerProgress.ts';
import { watchedTriggers } from './watch.ts';

/** A book that was seen longer ago is fed: its age counts, and so does whether it was ever without a proof. */
const SEEN_WITHIN_MS = 1_000;

export function isIdleOnBook(state: ConditionalState, book: BookObservation, nowMs: number): boolean {
  const { terms, life, children, fired, ending, known } = state;
  const kind = kindOf(terms);
  if (life.at !== 'armed' || ending !== null || known.missedSinceMs !== null || kind.follow !== undefined) return false;
  if (children.some(isLive) || Object.keys(fired).length > 0) return false;
  const seen = known.books[book.market];
  if (seen === undefined || seen.epoch !== book.epoch || seen.health !== book.health) return false;
  if (book.provedAtMs - seen.provedAtMs >= SEEN_WITHIN_MS) return false;
  const triggers = Object.entries(watchedTriggers(state, kind));
  return (
    triggers.length > 0 &&
    triggers.every(([name, trigger]) => {
      if (!isUntouched(known.progress[name])) return false;
      return listLeaves(trigger).every((leaf) => {
        if (leaf.kind !== 'price' || leaf.source === 'last') return false;
        if (leaf.outcome.market !== book.market) return true;
        const view = usableBook(book, leaf.outcome.side, nowMs);
        return view !== null && valueOnBook(leaf, view) === false;
      });
    })
  );
}

/** False on a book that was seen, and without a gap in which it may have been true. */
function isUntouched(progress: TriggerProgress | undefined): boolean {
  if (progress === undefined) return false;
  if (progress.kind === 'parts') return progress.parts.every(isUntouched);
  const { seenBook, sinceMs, hadGap, confirmed } = progress;
  return seenBook !== null && sinceMs === null && !hadGap && confirmed === null;
}
