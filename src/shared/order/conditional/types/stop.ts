/** Stop: one order at its limit once the trigger is true; the rest stays on the book. */
import { buildKind } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { StopTerms } from '../terms.ts';
import { firedPlan, firedWakes } from './single.ts';

const termsOf = (state: ConditionalState): StopTerms => state.terms as StopTerms;

export const stop = buildKind({
  triggers: (state) => ({ stop: termsOf(state).trigger }),
  plan: (state, nowMs) => firedPlan(state, 'stop', termsOf(state), nowMs),
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', termsOf(state), nowMs),
});
