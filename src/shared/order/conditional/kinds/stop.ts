/** Stop: one order at its limit once the trigger is true; the rest stays on the book. */

import { PRICE } from '../../../units/fields.ts';
import { noFaster, noNearer, noWorse } from '../declaration/consentRules.ts';
import {
  CONFIRM_INPUTS,
  LIFE_INPUTS,
  LIMIT_INPUT,
  STALE_INPUT,
  TRIGGER_INPUT,
  WALK_INPUT,
  writeStop,
} from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { firedPlan, firedWakes } from '../declaration/single.ts';
import { type TermsOf, TRIGGER, WALK } from '../declaration/termsFields.ts';
import { describeStop } from '../declaration/texts.ts';

const fields = {
  trigger: TRIGGER,
  limit: PRICE,
  walk: WALK,
};
export type StopTerms = TermsOf<'stop', typeof fields>;

export const stop = defineKind('stop', fields, {
  form: {
    verb: 'stop',
    source: 'required',
    inputs: {
      trigger: TRIGGER_INPUT,
      limit: LIMIT_INPUT,
      worst: WALK_INPUT,
      stale: STALE_INPUT,
      ...CONFIRM_INPUTS,
      ...LIFE_INPUTS,
    },
    read: (read) => read.stop(),
    write: writeStop,
  },
  texts: {
    name: 'Stop',
    summary: ({ limit, trigger }, { amount, price, trigger: write }) =>
      `${amount} at ${price(limit)} when ${write(trigger)}`,
    watches: ({ trigger }, formats) => formats.trigger(trigger),
    does: (terms, formats) => describeStop(`${formats.verb} ${formats.amount}`, terms, formats),
  },
  triggers: (state) => ({ stop: state.terms.trigger }),
  plan: (state, nowMs) => firedPlan(state, 'stop', state.terms, nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', state.terms, nowMs),
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: { trigger: noNearer, limit: noWorse, walk: noFaster },
  prices: ({ worst, limit }) => [worst, limit],
  priceBounds: (terms) => [priceBound(terms, terms.limit)],
  ownTrigger: ({ trigger }) => trigger,
  stop: { of: (terms) => terms, with: (terms, { trigger, limit, worst }) => ({ ...terms, trigger, limit, worst }) },
  protects: ({ direction }) => direction === 'sell',
  exitLeg: ({ terms: { direction, worst, shares } }) => (direction === 'sell' ? { slot: 'stop', worst, shares } : null),
});
