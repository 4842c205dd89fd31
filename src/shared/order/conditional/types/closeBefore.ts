/** Close before: sells what is held a while before the market closes, by the close that the exchange has then. */
import { buildKind } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { CloseBeforeTerms } from '../terms.ts';
import { firedPlan, firedWakes } from './single.ts';

const termsOf = (state: ConditionalState): CloseBeforeTerms => state.terms as CloseBeforeTerms;

export const closeBefore = buildKind({
  triggers(state) {
    const { outcome, beforeMs } = termsOf(state);
    return { close: { kind: 'beforeClose', market: outcome.market, beforeMs } };
  },
  plan: (state, nowMs) => firedPlan(state, 'close', termsOf(state), nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'close', termsOf(state), nowMs),
});
