/** Stop: one order at its limit once the trigger is true; the rest stays on the book. */

import { PRICE } from '../../../units/fields.ts';
import { noFaster, noNearer, noWorse } from '../declaration/consentRules.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { firedPlan, firedWakes } from '../declaration/single.ts';
import { type TermsOf, TRIGGER, WALK } from '../declaration/termsFields.ts';

const fields = {
  trigger: TRIGGER,
  limit: PRICE,
  walk: WALK,
};
export type StopTerms = TermsOf<'stop', typeof fields>;

export const stop = defineKind('stop', fields, {
  triggers: (state) => ({ stop: state.terms.trigger }),
  plan: (state, nowMs) => firedPlan(state, 'stop', state.terms, nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', state.terms, nowMs),
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: { trigger: noNearer, limit: noWorse, walk: noFaster },
  prices: ({ worst, limit }) => [worst, limit],
  priceBounds: (terms) => [priceBound(terms, terms.limit)],
  ownTrigger: ({ trigger }) => trigger,
  protects: ({ direction }) => direction === 'sell',
  exitLeg: ({ terms: { direction, worst, shares } }) => (direction === 'sell' ? { slot: 'stop', worst, shares } : null),
});
