/** Close before: sells what is held a while before the market closes, by the close that the exchange has then. */

import { PRICE } from '../../../units/fields.ts';
import { noFaster, noMore, noWorse } from '../declaration/consentRules.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { firedPlan, firedWakes } from '../declaration/single.ts';
import { DURATION, type TermsOf, WALK } from '../declaration/termsFields.ts';

const fields = {
  /** Before the market's close, as the exchange has it at the time. */
  beforeMs: DURATION,
  limit: PRICE,
  walk: WALK,
};
export type CloseBeforeTerms = TermsOf<'closeBefore', typeof fields>;

export const closeBefore = defineKind('closeBefore', fields, {
  triggers(state) {
    const { outcome, beforeMs } = state.terms;
    return { close: { kind: 'beforeClose', market: outcome.market, beforeMs } };
  },
  plan: (state, nowMs) => firedPlan(state, 'close', state.terms, nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'close', state.terms, nowMs),
  only: 'sell',
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: { beforeMs: noMore, limit: noWorse, walk: noFaster },
  prices: ({ worst, limit }) => [worst, limit],
  priceBounds: (terms) => [priceBound(terms, terms.limit)],
  protects: () => true,
  exitLeg: ({ terms: { direction, worst, shares } }) =>
    direction === 'sell' ? { slot: 'close', worst, shares } : null,
});
