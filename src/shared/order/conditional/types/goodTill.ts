/** Good till a time: an order that is cancelled at its deadline, or so long after it was sent. */
import { buildKind } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { GoodTillTerms } from '../terms.ts';
import { FILLED, leftOf, legOrder } from './single.ts';

const termsOf = (state: ConditionalState): GoodTillTerms => state.terms as GoodTillTerms;

export const goodTill = buildKind({
  triggers: () => ({}),
  plan(state) {
    const { price, postOnly } = termsOf(state);
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const order = legOrder(state, 'order', price, price);
    return { wanted: [{ ...order, postOnly, urgency: 'entry', expiresAtMs: deadline(state) }], end: null };
  },
  deadline,
  // An order that rests goes on: only its deadline is watched.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'buy' && children.length === 0,
  endsBeforeClose: () => false,
});

function deadline(state: ConditionalState): number | null {
  const { goodTillMs, killAfterMs } = termsOf(state);
  const [first] = state.children;
  if (killAfterMs === null || first === undefined) return goodTillMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, first.requestedAtMs + killAfterMs);
}
