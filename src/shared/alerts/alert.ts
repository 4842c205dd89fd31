/**
 * Alert: a condition that a person wants to be notified of, as data.
 *
 * Units       Prices, spreads, contracts and dollars in millionths, as safe integers; durations in ms; times in Unix ms of the
 *             exchange's clock.
 * Source      docs/alerts.md
 */
import { group, MARKET_ID, MICROS_FIELD, nullable, TIME, type ValueOf, variants, whole } from '../units/fields.ts';
import type { ValueProblem, Watches } from './kind.ts';
import { type AlertCondition, kindOf } from './kinds.ts';

/** Alerts of one account and server. */
export const MAX_ALERTS = 200;
export const MIN_PAUSE_MS = 5_000;
export const MAX_PAUSE_MS = 86_400_000;

/** What terms have besides their condition. */
export const TERMS_FIELDS = {
  /** `any`: every market that is on screen; of fills and orders every market; of rules every listed market. */
  scope: variants({
    market: { market: MARKET_ID },
    event: { eventId: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) },
    any: {},
  }),
  /**
   * `pauseMs`: least time between two firings; those in between are counted.
   * `rearmBy`: how far a value must come back before the alert can fire again. Null: the alert ends when it fires.
   */
  repeat: nullable(group({ pauseMs: whole(MIN_PAUSE_MS, MAX_PAUSE_MS), rearmBy: MICROS_FIELD })),
  /** Null: never. */
  expiresAtMs: nullable(TIME),
};

export type AlertScope = ValueOf<typeof TERMS_FIELDS.scope>;
export type AlertRepeat = NonNullable<ValueOf<typeof TERMS_FIELDS.repeat>>;

export interface AlertTerms {
  readonly condition: AlertCondition;
  readonly scope: AlertScope;
  readonly repeat: AlertRepeat | null;
  readonly expiresAtMs: number | null;
}

/** Why terms make no alert. Words: `shared/text/alerts/alerts`. */
export type TermsProblem = ValueProblem | 'rearmBy' | 'accountScope' | 'expired';

/** Null for terms that make an alert at the exchange's time `nowMs`. */
export function checkTerms(terms: AlertTerms, nowMs: number): TermsProblem | null {
  return findProblem(terms, nowMs)?.problem ?? null;
}

/** As checkTerms, with the wrong field; null where it is none of the condition. */
export function findProblem(
  { condition, scope, repeat, expiresAtMs }: AlertTerms,
  nowMs: number,
): { readonly field: string | null; readonly problem: TermsProblem } | null {
  const kind = kindOf(condition);
  const wrong = kind.check?.(condition) ?? null;
  if (wrong !== null) return wrong;
  if (!isPerMarket(condition) && scope.kind !== 'any') return { field: null, problem: 'accountScope' };
  if (repeat !== null && repeat.rearmBy > (kind.value?.rearm?.greatest(condition) ?? 0)) {
    return { field: null, problem: 'rearmBy' };
  }
  return expiresAtMs !== null && expiresAtMs <= nowMs ? { field: null, problem: 'expired' } : null;
}

export function watchesOf(condition: AlertCondition): Watches {
  return kindOf(condition).watches(condition);
}

/** What the account must be open for. */
export function isOfAccount(condition: AlertCondition): boolean {
  const watches = watchesOf(condition);
  return watches === 'account' || watches === 'accountEvents';
}

/** False for what concerns the account as a whole. */
export function isPerMarket(condition: AlertCondition): boolean {
  return watchesOf(condition) !== 'account';
}

/** True for a condition that needs the books of its markets. */
export function needsBook(condition: AlertCondition): boolean {
  return watchesOf(condition) === 'book';
}
