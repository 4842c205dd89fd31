/** How far a trigger is confirmed: volatile, and started again by every gap. */
import type { BookObservation, TickObservation, TradeObservation } from './observation.ts';

/** Newest observation that a leaf has seen, to tell a later one from a repeated one. */
export type SeenBook = Pick<BookObservation, 'epoch' | 'sequence' | 'provedAtMs'>;

export interface LeafProgress {
  readonly kind: 'leaf';
  readonly seenBook: SeenBook | null;
  readonly seenTick: number | null;
  /** True since, on unbroken data; null: not true. */
  readonly sinceMs: number | null;
  /** Evidence of a confirmation that still holds; null: not confirmed. */
  readonly confirmed: LeafEvidence | null;
}

export type LeafEvidence =
  | { readonly kind: 'book'; readonly book: BookObservation }
  | { readonly kind: 'trade'; readonly trade: TradeObservation; readonly book: BookObservation }
  | { readonly kind: 'tick'; readonly tick: TickObservation }
  | { readonly kind: 'time'; readonly dueMs: number };

export type TriggerProgress = LeafProgress | { readonly kind: 'parts'; readonly parts: readonly TriggerProgress[] };
