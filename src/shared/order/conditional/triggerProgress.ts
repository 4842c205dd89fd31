/** How far a trigger is confirmed: volatile, and started again by every gap. */
import type { BookObservation, TickObservation, TradeObservation } from './observation.ts';

/** Newest book that a part has seen, to tell a later one from a repeated one. */
export type SeenBook = Pick<BookObservation, 'epoch' | 'sequence' | 'provedAtMs'>;

export type LeafEvidence =
  | { readonly kind: 'book'; readonly book: BookObservation }
  | { readonly kind: 'trade'; readonly trade: TradeObservation; readonly book: BookObservation }
  | { readonly kind: 'tick'; readonly tick: TickObservation }
  | { readonly kind: 'time'; readonly dueMs: number };

export interface LeafProgress {
  readonly kind: 'leaf';
  /** Null: the next book is the first one, which never fires. */
  readonly seenBook: SeenBook | null;
  /** Time of the newest tick or trade; null: the next one is the first. */
  readonly seenAtMs: number | null;
  /** True since, on unbroken data; null: not true. */
  readonly sinceMs: number | null;
  /** Data was missing, and the trigger was not false since: it may have become true unseen. */
  readonly hadGap: boolean;
  /** Evidence of a confirmation that still holds; null: not confirmed. */
  readonly confirmed: LeafEvidence | null;
}

export type TriggerProgress = LeafProgress | { readonly kind: 'parts'; readonly parts: readonly TriggerProgress[] };

export function startLeaf(hadGap: boolean): LeafProgress {
  return {
    kind: 'leaf',
    seenBook: null,
    seenAtMs: null,
    sinceMs: null,
    hadGap,
    confirmed: null,
  };
}

/** A leaf without data: the next observation is the first one after a gap. */
export function breakLeaf(leaf: LeafProgress): LeafProgress {
  const wasWatched = leaf.seenBook !== null || leaf.seenAtMs !== null;
  return wasWatched || leaf.sinceMs !== null ? startLeaf(true) : leaf;
}
