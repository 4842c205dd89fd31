/**
 * Log of alerts: what fired when, with the data that fired it.
 *
 * Units       Prices, contracts and dollars in millionths as safe integers; times in Unix ms of the exchange's clock.
 * Invariants  Newest first, at most MAX_LOG entries.
 */
import type { Coded } from '../base/coded.ts';
import type { Direction, Side } from '../market/outcome.ts';
import type { AlertKind, OrderTurn, PriceSource } from './alert.ts';

/** Parts of a market's record whose change an alert reports. */
export const RULE_FIELDS = [
  'title',
  'description',
  'rules',
  'outcomeLabels',
  'resolutionSource',
  'closeAt',
  'determinationAt',
  'priceTarget',
  'terms',
  'settlementPanel',
  'ids',
] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

/** The data that fired an alert. Words: `shared/text/alerts/alerts`. */
export interface AlertFacts {
  readonly price: {
    readonly of: PriceSource;
    readonly side: Side;
    readonly crosses: 'above' | 'below';
    readonly level: number;
    readonly value: number;
  };
  readonly spread: { readonly crosses: 'above' | 'below'; readonly level: number; readonly value: number };
  readonly volume: { readonly level: number; readonly windowMs: number; readonly value: number };
  readonly fill: {
    readonly side: Side | null;
    readonly direction: Direction | null;
    readonly price: number;
    readonly shares: number;
    readonly atMs: number;
  };
  readonly order: {
    readonly turn: OrderTurn;
    readonly side: Side;
    readonly direction: Direction | null;
    readonly price: number;
    readonly shares: number;
  };
  readonly balance: { readonly level: number; readonly value: number };
  readonly timeToClose: { readonly leftMs: number };
  readonly stream: { readonly of: 'book' | 'account'; readonly forMs: number };
  readonly rules: { readonly fields: readonly RuleField[] };
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

/** How a firing sounds. */
export type AlertTone = 'alert' | 'fill' | 'warning' | 'error';

export function toneOf(kind: AlertKind): AlertTone {
  switch (kind) {
    case 'fill':
      return 'fill';
    case 'order':
      return 'error';
    case 'stream':
    case 'balance':
      return 'warning';
    default:
      return 'alert';
  }
}
