/**
 * One cancels the other: a take profit that rests and a local stop, with one budget.
 *
 * Invariants  The stop's order is placed only once the take profit's end and final fill are known: both have one budget,
 *             and an order counts in it until then.
 */

import { nullable, PRICE } from '../../../units/fields.ts';
import { isLive } from '../children.ts';
import { asks, noLower, stopLeg, worstPrice } from '../declaration/consentRules.ts';
import {
  CONFIRM_INPUTS,
  LIFE_INPUTS,
  optionalInput,
  price,
  STALE_INPUT,
  TARGET_INPUT,
  ticks,
  WALK_INPUT,
  writeStop,
} from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, firedPlan, firedWakes, leftOf, legOrder, NO_ORDERS } from '../declaration/single.ts';
import { STOP_LEG, type TermsOf, TICKS } from '../declaration/termsFields.ts';
import { describeStop, formatTicks } from '../declaration/texts.ts';
import { usableBook } from '../observation.ts';
import type { StateOf } from '../state.ts';

const fields = {
  /** Price of the take profit, which rests on the book; `worst` is of the stop. */
  takeProfit: PRICE,
  stop: STOP_LEG,
  /** The take profit is pulled while the bid is within so many ticks of the stop's price; null: never. */
  flipTicks: nullable(TICKS),
};
export type OcoTerms = TermsOf<'oco', typeof fields>;
type State = StateOf<OcoTerms>;

export const oco = defineKind('oco', fields, {
  form: {
    verb: 'oco',
    source: 'required',
    inputs: {
      target: TARGET_INPUT,
      trigger: price('Stop trigger', 'stop'),
      limit: price('Stop limit', 'limit'),
      worst: WALK_INPUT,
      flip: optionalInput(ticks('Pull profit within', 'flip', fields.flipTicks)),
      stale: STALE_INPUT,
      ...CONFIRM_INPUTS,
      ...LIFE_INPUTS,
    },
    read(read) {
      const stop = read.stop();
      return { stop, takeProfit: read.target(stop), worst: stop.worst, flipTicks: read.value('flip') };
    },
    write: ({ takeProfit, stop, flipTicks }) => ({ target: takeProfit, ...writeStop(stop), flip: flipTicks }),
  },
  texts: {
    name: 'One cancels the other',
    shortName: 'OCO',
    summary: ({ takeProfit, stop }, formats) =>
      `${formats.amount} at ${formats.price(takeProfit)}, or at ${formats.price(stop.limit)} when ${formats.trigger(stop.trigger)}`,
    watches: ({ takeProfit, stop }, formats) =>
      `rests at ${formats.price(takeProfit)} · ${formats.trigger(stop.trigger)}`,
    does: ({ takeProfit, stop, flipTicks }, formats) => [
      `Sells ${formats.amount} once: at ${formats.price(takeProfit)}, where an order rests at once, or by the stop.`,
      ...describeStop('The stop sells what is left', stop, formats),
      flipTicks === null
        ? 'When the stop fires, the resting order is cancelled first: for that moment nothing protects.'
        : `The resting order is pulled while the market is within ${formatTicks(flipTicks)} of the stop.`,
    ],
  },
  triggers: (state) => ({ stop: state.terms.stop.trigger }),
  plan(state, nowMs) {
    const { stop, takeProfit } = state.terms;
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    if (state.fired.stop !== undefined) return firedPlan(state, 'stop', stop, nowMs);
    if (state.isFlipped) return NO_ORDERS;
    return { wanted: [legOrder(state, 'takeProfit', takeProfit, takeProfit)], end: null };
  },
  wakeTimes: (state, nowMs) => firedWakes(state, 'stop', state.terms.stop, nowMs),
  follow(state, nowMs) {
    const isFlipped = isFlippedNow(state, nowMs);
    return isFlipped === state.isFlipped ? state : { ...state, isFlipped };
  },
  only: 'sell',
  tradeBounds: (terms) => [boundOf(terms, worstPrice('sell', [terms.takeProfit, terms.stop.worst]))],
  // Until it starts, nothing of it protects: a later start gives up the take profit.
  consent: { startsWhen: asks, takeProfit: noLower, stop: stopLeg, flipTicks: asks },
  prices: ({ worst, takeProfit, stop }) => [worst, takeProfit, stop.limit, stop.worst],
  // What is called its worst price bounds both legs.
  priceBounds: (terms) => [
    priceBound(terms, terms.takeProfit),
    priceBound(terms, terms.stop.worst),
    { price: terms.stop.limit, worst: terms.stop.worst, isSale: true },
  ],
  ownTrigger: ({ stop }) => stop.trigger,
  stop: { of: ({ stop }) => stop, with: (terms, stop) => ({ ...terms, stop, worst: stop.worst }) },
  target: ({ takeProfit }) => takeProfit,
  protects: () => true,
  exitLeg({ terms: { direction, shares, stop }, children, fired, isFlipped }) {
    const isAlone = children.every((child) => child.slot === 'stop' || !isLive(child));
    // While it is pulled near the stop, nothing of the take profit rests.
    if (direction !== 'sell' || !isAlone || !(isFlipped || fired.stop !== undefined)) return null;
    return { slot: 'stop', worst: stop.worst, shares };
  },
});

/** Whether the take profit is pulled: near the stop's price, and again on the book only twice as far from it. */
export function isFlippedNow(state: State, nowMs: number): boolean {
  const { stop, flipTicks, outcome } = state.terms;
  const { trigger } = stop;
  const tick = state.known.markets[outcome.market]?.tick;
  if (flipTicks === null || tick === undefined || trigger.kind !== 'price') return state.isFlipped;
  const bid = usableBook(state.known.books[trigger.outcome.market], trigger.outcome.side, nowMs)?.bids[0];
  if (bid === undefined) return state.isFlipped;
  const distance = (bid.price - trigger.price) / tick;
  return distance <= (state.isFlipped ? 2 * flipTicks : flipTicks);
}
