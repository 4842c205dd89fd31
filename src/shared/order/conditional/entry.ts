/**
 * Journal entries of conditional orders, and the state that they replay to.
 *
 * Shape       One entry for each event that changed something durable or made an action; `known` is what was known before it,
 *             so that the entry alone explains the decision.
 * Invariants  An entry is on disk before its actions are carried out. Replay gives the same state and the same actions.
 * Source      docs/conditionals.md#journal.
 */
import type { ConditionalAction, ConditionalEvent } from './events.ts';
import type { ConditionalState, Known } from './state.ts';
import type { ConditionalId, ConditionalTerms } from './terms.ts';

export type ConditionalEntry =
  | { readonly kind: 'created'; readonly id: ConditionalId; readonly atMs: number; readonly terms: ConditionalTerms }
  | {
      readonly kind: 'event';
      readonly id: ConditionalId;
      readonly atMs: number;
      readonly event: ConditionalEvent;
      readonly known: Known;
    };

export interface ReplayedStep {
  readonly entry: ConditionalEntry;
  readonly state: ConditionalState;
  readonly actions: readonly ConditionalAction[];
}
