/** Good till a time: an order that is cancelled at its deadline, or so long after it was sent. */
import { buildKind } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { GoodTillTerms } from '../terms.ts';
import { FILLED, leftOf, legOrder } from './single.ts';

/** The signed expiry is later than the cancel, so that a slow request does not void an order that was never on the book. */
const KILL_BACKSTOP_MS = 10_000;
const termsOf = (state: ConditionalState): GoodTillTerms => state.terms as GoodTillTerms;

export const goodTill = buildKind({
  triggers: () => ({}),
  plan(state, nowMs) {
    const { price, postOnly } = termsOf(state);
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const order = legOrder(state, 'order', price, price);
    return { wanted: [{ ...order, postOnly, urgency: 'entry', expiresAtMs: backstop(state, nowMs) }], end: null };
  },
  deadline,
  // An order that rests continues: only its deadline is watched.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'buy' && children.length === 0,
  endsBeforeClose: () => false,
});

function deadline(state: ConditionalState): number | null {
  const { goodTillMs, killAfterMs } = termsOf(state);
  const [first] = state.children;
  if (killAfterMs === null || first === undefined) return goodTillMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, first.requestedAtMs + killAfterMs);
}

/** Signed into the order, for a program that is closed by then. */
function backstop(state: ConditionalState, nowMs: number): number | null {
  const { goodTillMs, killAfterMs } = termsOf(state);
  if (killAfterMs === null) return goodTillMs;
  const sentAtMs = state.children[0]?.requestedAtMs ?? nowMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, sentAtMs + killAfterMs + KILL_BACKSTOP_MS);
}
