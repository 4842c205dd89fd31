/** Good till a time: an order that is cancelled at its deadline, or so long after it was sent. */

import { FLAG, nullable, PRICE } from '../../../units/fields.ts';
import { isPassive, noLonger, noWorse } from '../declaration/consentRules.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, leftOf, legOrder } from '../declaration/single.ts';
import { DURATION, type TermsOf } from '../declaration/termsFields.ts';
import type { StateOf } from '../state.ts';

const fields = {
  price: PRICE,
  postOnly: FLAG,
  /** Cancelled so long after it was sent; null: at `goodTillMs` alone. */
  killAfterMs: nullable(DURATION),
};
export type GoodTillTerms = TermsOf<'goodTill', typeof fields>;
type State = StateOf<GoodTillTerms>;

/** The signed expiry is later than the cancel, so that a slow request does not void an order that was never on the book. */
const KILL_BACKSTOP_MS = 10_000;

export const goodTill = defineKind('goodTill', fields, {
  triggers: () => ({}),
  plan(state, nowMs) {
    const { price, postOnly } = state.terms;
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const order = legOrder(state, 'order', price, price);
    return { wanted: [{ ...order, postOnly, urgency: 'entry', expiresAtMs: backstop(state, nowMs) }], end: null };
  },
  deadline,
  // An order that rests continues: only its deadline is watched.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'buy' && children.length === 0,
  endsBeforeClose: () => false,
  tradeBounds: (terms) => [boundOf(terms, terms.price)],
  consent: { price: noWorse, postOnly: isPassive, killAfterMs: noLonger },
  prices: ({ worst, price }) => [worst, price],
  priceBounds: (terms) => [priceBound(terms, terms.price)],
});

function deadline(state: State): number | null {
  const { goodTillMs, killAfterMs } = state.terms;
  const [first] = state.children;
  if (killAfterMs === null || first === undefined) return goodTillMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, first.requestedAtMs + killAfterMs);
}

/** Signed into the order, for a program that is closed by then. */
function backstop(state: State, nowMs: number): number | null {
  const { goodTillMs, killAfterMs } = state.terms;
  if (killAfterMs === null) return goodTillMs;
  const sentAtMs = state.children[0]?.requestedAtMs ?? nowMs;
  return Math.min(goodTillMs ?? Number.POSITIVE_INFINITY, sentAtMs + killAfterMs + KILL_BACKSTOP_MS);
}
