/**
 * Consent to a conditional order: what it may trade at most, over all its legs.
 *
 * Shape       The question to a person shows these bounds, and the machine places nothing beyond them.
 * Units       Millionths, in the terms of each outcome.
 * Invariants  Pure. A change is within a consent only where a rule of its field says so: what has no rule asks again.
 * Source      docs/decisions/0035-a-question-binds-what-executes.md
 */
import type { Direction } from '../../market/outcome.ts';
import { type AnyRule, BASE_RULES, isSame } from './declaration/consentRules.ts';
import type { TradeBound } from './declaration/kind.ts';
import { keyOf } from './known.ts';
import type { OutcomeRef } from './observation.ts';
import { type ConditionalTerms, kindOf } from './terms.ts';

/** What the terms may trade, buys first. */
export function listTradeBounds(terms: ConditionalTerms): readonly TradeBound[] {
  return kindOf(terms).tradeBounds(terms);
}

/** The bound of an outcome and direction, or null where the terms trade nothing of it. */
export function findTradeBound(terms: ConditionalTerms, outcome: OutcomeRef, direction: Direction): TradeBound | null {
  const key = keyOf(outcome);
  return listTradeBounds(terms).find((one) => one.direction === direction && keyOf(one.outcome) === key) ?? null;
}

/** True where `next` does nothing that a consent to `agreed` does not cover. */
export function isWithinConsent(next: ConditionalTerms, agreed: ConditionalTerms): boolean {
  if (next.kind !== agreed.kind) return false;
  const rules = { ...BASE_RULES, ...kindOf(next).consent } as Readonly<Record<string, AnyRule>>;
  const fields = new Set([...Object.keys(next), ...Object.keys(agreed)]);
  return [...fields].every((field) => {
    const [value, before] = [fieldOf(next, field), fieldOf(agreed, field)];
    return isSame(value, before) || rules[field]?.(value as never, before as never, agreed.direction) === true;
  });
}

const fieldOf = (terms: ConditionalTerms, field: string): unknown =>
  (terms as unknown as Record<string, unknown>)[field];
