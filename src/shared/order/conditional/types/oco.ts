/**
 * One cancels the other: a take profit that rests and a local stop, with one budget.
 *
 * Invariants  The stop's order is placed only once the take profit's end and final fill are known: both have one budget,
 *             and an order counts in it until then.
 */
import { usableBook } from '../observation.ts';
import { buildKind, NO_ORDERS } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { OcoTerms } from '../terms.ts';
import { FILLED, firedPlan, firedWakes, leftOf, legOrder } from './single.ts';

const termsOf = (state: ConditionalState): OcoTerms => state.terms as OcoTerms;

export const oco = buildKind({
  triggers: (state) => ({ stop: termsOf(state).stop.trigger }),
  plan(state, nowMs) {
    const { stop, takeProfit } = termsOf(state);
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    if (state.fired.stop !== undefined) return firedPlan(state, 'stop', stop, nowMs);
    if (state.isFlipped) return NO_ORDERS;
    return { wanted: [legOrder(state, 'takeProfit', takeProfit, takeProfit)], end: null };
  },
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', termsOf(state).stop, nowMs),
});

/** Whether the take profit is pulled: near the stop's price, and again on the book only twice as far from it. */
export function isFlippedNow(state: ConditionalState, nowMs: number): boolean {
  const { stop, flipTicks, outcome } = termsOf(state);
  const { trigger } = stop;
  const tick = state.known.markets[outcome.market]?.tick;
  if (flipTicks === null || tick === undefined || trigger.kind !== 'price') return state.isFlipped;
  const bid = usableBook(state.known.books[trigger.outcome.market], trigger.outcome.side, nowMs)?.bids[0];
  if (bid === undefined) return state.isFlipped;
  const distance = (bid.price - trigger.price) / tick;
  return distance <= (state.isFlipped ? 2 * flipTicks : flipTicks);
}
