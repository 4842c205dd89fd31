/** Take profit: rests on the book from the start, or is sent when its trigger is true. */
import { buildKind, NO_ORDERS } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { TakeProfitTerms } from '../terms.ts';
import { FILLED, leftOf, legOrder } from './single.ts';

const termsOf = (state: ConditionalState): TakeProfitTerms => state.terms as TakeProfitTerms;

export const takeProfit = buildKind({
  triggers(state) {
    const { touch } = termsOf(state);
    return touch === null ? {} : { takeProfit: touch };
  },
  plan(state) {
    const { touch, limit, worst } = termsOf(state);
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    if (touch !== null && state.fired.takeProfit === undefined) return NO_ORDERS;
    return { wanted: [legOrder(state, 'takeProfit', limit, worst)], end: null };
  },
});
