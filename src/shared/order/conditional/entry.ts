/**
 * Journal entries of conditional orders, and the state that they replay to.
 *
 * Shape       One entry for each event that changed something durable or made an action; `known` is what was known before it,
 *             so that the entry alone explains the decision.
 * Invariants  An entry is on disk before its actions are carried out. Replay gives the same state and the same actions.
 * Errors      BugError for entries that do not begin with `created`.
 * Source      docs/conditionals.md#journal.
 */
import { BugError } from '../../units/errors.ts';
import type { ConditionalId } from './declaration/termsFields.ts';
import type { ConditionalAction, ConditionalEvent } from './events.ts';
import { isJournalled, openConditional, reduceConditional } from './reduce.ts';
import type { Known } from './state.ts';
import type { ConditionalState, ConditionalStep, ConditionalTerms } from './terms.ts';

export type ConditionalEntry =
  | { readonly kind: 'created'; readonly id: ConditionalId; readonly atMs: number; readonly terms: ConditionalTerms }
  | {
      readonly kind: 'event';
      readonly id: ConditionalId;
      readonly atMs: number;
      readonly event: ConditionalEvent;
      readonly known: Known;
    };

export interface StoredEntry {
  readonly entry: ConditionalEntry;
  /** Durable state after the entry, encoded: what a replay must give. */
  readonly after: string;
}

/** End of a chain of entries: how many there are, and the seal of the last one. */
export interface ChainHead {
  readonly steps: number;
  readonly seal: string;
}

export interface StoredConditional {
  readonly id: ConditionalId;
  /** `unsealed`: a version without seals wrote it. `altered`: an entry is not as this program wrote it, or not in its place. */
  readonly chain: 'sealed' | 'unsealed' | 'altered';
  /** Number of entries, with those that cannot be read. */
  readonly steps: number;
  /** Oldest first, up to the first that cannot be read. */
  readonly entries: readonly StoredEntry[];
  /** Why an entry cannot be read; null when all can. */
  readonly problem: string | null;
}

export interface ReplayedStep {
  readonly entry: ConditionalEntry;
  readonly state: ConditionalState;
  readonly actions: readonly ConditionalAction[];
}

/** The entry of a step; null when nothing of it has to be remembered. */
export function buildEntry(
  before: ConditionalState,
  event: ConditionalEvent,
  step: ConditionalStep,
): ConditionalEntry | null {
  if (!isJournalled(before, step)) return null;
  return { kind: 'event', id: before.id, atMs: event.atMs, event, known: before.known };
}

/** Every step of one conditional, oldest first. */
export function replay(entries: readonly ConditionalEntry[]): readonly ReplayedStep[] {
  const steps: ReplayedStep[] = [];
  let state: ConditionalState | null = null;
  for (const entry of entries) {
    if (entry.kind === 'created') {
      state = openConditional(entry.id, entry.terms);
      steps.push({ entry, state, actions: [] });
      continue;
    }
    if (state === null)
      throw new BugError(`Expected a conditional's first entry to create it, found ${entry.event.kind}`);
    const step: ConditionalStep = reduceConditional({ ...state, known: entry.known }, entry.event);
    state = step.state;
    steps.push({ entry, ...step });
  }
  return steps;
}
