/**
 * Log of alerts: what fired when, with the data that fired it.
 *
 * Units       Prices, contracts and dollars in millionths as safe integers; times in Unix ms of the exchange's clock.
 * Invariants  Newest first, at most MAX_LOG entries.
 */
import type { Coded } from '../base/coded.ts';
import type { KindFacts } from './kinds.ts';

/** The data that fired an alert. Words: `shared/text/alerts/alerts`. */
export interface AlertFacts extends KindFacts {
  /** No alert was watched: the program was closed. */
  readonly programClosed: { readonly fromMs: number; readonly toMs: number };
}
export type AlertFact = Coded<AlertFacts>;

export interface AlertLogEntry {
  /** Rises with each entry. */
  readonly seq: number;
  /** Null for a gap of the program. */
  readonly alertId: string | null;
  readonly market: string | null;
  readonly atMs: number;
  readonly fact: AlertFact;
  /** Time in which the subject was not watched; the event happened at some moment of it. */
  readonly gap: { readonly fromMs: number; readonly toMs: number } | null;
  /** Further firings within the pause. */
  readonly repeats: number;
  readonly isMuted: boolean;
}

export const MAX_LOG = 500;

export function addEntry(
  log: readonly AlertLogEntry[],
  entry: Omit<AlertLogEntry, 'seq' | 'repeats'>,
): readonly AlertLogEntry[] {
  const seq = (log[0]?.seq ?? 0) + 1;
  return [{ ...entry, seq, repeats: 0 }, ...log.slice(0, MAX_LOG - 1)];
}

/** Counts a firing within the pause in the alert's newest entry. */
export function addRepeat(log: readonly AlertLogEntry[], alertId: string): readonly AlertLogEntry[] {
  const at = log.findIndex((entry) => entry.alertId === alertId);
  return at < 0 ? log : log.with(at, { ...log[at]!, repeats: log[at]!.repeats + 1 });
}
