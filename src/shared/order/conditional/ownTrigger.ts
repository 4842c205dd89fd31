/** Triggers in the terms of a conditional order. */
import type { Price } from '../../units/price.ts';
import { type ConditionalState, type ConditionalTerms, kindOf } from './terms.ts';
import type { Trigger } from './trigger.ts';

type Combined = Extract<Trigger, { readonly of: readonly Trigger[] }>;
type Leaf = Exclude<Trigger, Combined>;

/** The trigger that sends an order of these terms; null for kinds without one. `startsWhen` is not one of them. */
export function findOwnTrigger(terms: ConditionalTerms): Trigger | null {
  return kindOf(terms).ownTrigger(terms);
}

/** Price of a trigger that follows the market; null while it is not known, and for kinds without one. */
export function findFollowed({ terms, peak, known }: ConditionalState): Price | null {
  const tick = known.markets[terms.outcome.market]?.tick;
  return tick === undefined ? null : (kindOf(terms).followedPrice?.(terms, peak, tick) ?? null);
}

/** Triggers that place or release an order. */
export function listTriggers(terms: ConditionalTerms): readonly Trigger[] {
  return [findOwnTrigger(terms), terms.startsWhen].filter((one) => one !== null);
}

/** The single conditions that a trigger combines. */
export function listLeaves(trigger: Trigger): readonly Leaf[] {
  return 'of' in trigger ? trigger.of.flatMap(listLeaves) : [trigger];
}
