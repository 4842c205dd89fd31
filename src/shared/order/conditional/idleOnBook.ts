/**
 * Whether a book can matter to a conditional order: most updates leave every condition as false as it was.
 *
 * Invariants  Pure. True only where the machine, fed with the book, would note that it saw it and nothing else.
 * Source      docs/conditionals.md#data.
 */
import { isLive } from './children.ts';
import { type BookObservation, usableBook } from './observation.ts';
import { valueOnBook } from './priceValue.ts';
import { type ConditionalState, kindOf } from './terms.ts';
import type { Trigger } from './trigger.ts';
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
  const triggers = watchedTriggers(state, kind);
  let count = 0;
  // Main asks this for each conditional order with every update: without lists.
  for (const name in triggers) {
    count += 1;
    if (!isUntouched(known.progress[name]) || !staysFalse(triggers[name]!, book, nowMs)) return false;
  }
  return count > 0;
}

/** True where every price condition on the market of the book is false on it, and none is of another kind. */
function staysFalse(trigger: Trigger, book: BookObservation, nowMs: number): boolean {
  if (trigger.kind === 'all' || trigger.kind === 'any')
    return trigger.of.every((part) => staysFalse(part, book, nowMs));
  if (trigger.kind !== 'price' || trigger.source === 'last') return false;
  if (trigger.outcome.market !== book.market) return true;
  const view = usableBook(book, trigger.outcome.side, nowMs);
  return view !== null && valueOnBook(trigger, view) === false;
}

/** False on a book that was seen, and without a gap in which it may have been true. */
function isUntouched(progress: TriggerProgress | undefined): boolean {
  if (progress === undefined) return false;
  if (progress.kind === 'parts') return progress.parts.every(isUntouched);
  const { seenBook, sinceMs, hadGap, confirmed } = progress;
  return seenBook !== null && sinceMs === null && !hadGap && confirmed === null;
}
