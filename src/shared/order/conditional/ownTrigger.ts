/** Triggers in the terms of a conditional order. */
import { type ConditionalTerms, kindOf } from './terms.ts';
import type { Trigger } from './trigger.ts';

type Combined = Extract<Trigger, { readonly of: readonly Trigger[] }>;
type Leaf = Exclude<Trigger, Combined>;

/** The trigger that sends an order of these terms; null for kinds without one. `startsWhen` is not one of them. */
export function findOwnTrigger(terms: ConditionalTerms): Trigger | null {
  return kindOf(terms).ownTrigger(terms);
}

/** Triggers that place or release an order. */
export function listTriggers(terms: ConditionalTerms): readonly Trigger[] {
  return [findOwnTrigger(terms), terms.startsWhen].filter((one) => one !== null);
}

/** The single conditions that a trigger combines. */
export function listLeaves(trigger: Trigger): readonly Leaf[] {
  return 'of' in trigger ? trigger.of.flatMap(listLeaves) : [trigger];
}
