/**
 * Chase: one order that follows the best price of its own side, within a cap.
 *
 * Invariants  Moves only after the better price stood for a time, seldom, and a bounded number of times, ticks and milliseconds.
 *             The next order is placed once the end of the one before is proved.
 */
import type { Price } from '../../../units/price.ts';
import { liveIn } from '../children.ts';
import { CHASE_MIN_MS } from '../defaults.ts';
import { usableBook } from '../observation.ts';
import { buildKind } from '../plan.ts';
import type { Child, ConditionalState } from '../state.ts';
import type { ChaseTerms } from '../terms.ts';
import { onGrid } from './prices.ts';
import { FILLED, leftOf, legOrder, tickOf } from './single.ts';

const SLOT = 'chase';
const TAKE = 'take';
const termsOf = (state: ConditionalState): ChaseTerms => state.terms as ChaseTerms;

export const chase = buildKind({
  triggers: () => ({}),
  plan(state, nowMs) {
    const { worst, postOnly, atEnd, outcome } = termsOf(state);
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const [live] = liveIn(state.children, SLOT);
    const isOver = isLimitReached(state, nowMs);
    if (isOver && atEnd === 'cancel') return { wanted: [], end: { code: 'limitReached', parameters: {} } };
    if (isOver && atEnd === 'take') {
      return { wanted: [{ ...legOrder(state, TAKE, worst, worst), urgency: 'requote' }], end: null };
    }
    const price = isOver ? (live?.price ?? lastPrice(state)) : nextPrice(state, live, nowMs);
    if (price === null) {
      const wait = { code: 'stale', parameters: { market: outcome.market, problem: 'notLive' } } as const;
      return { wanted: [], end: null, wait };
    }
    return { wanted: [{ ...legOrder(state, SLOT, price, worst), postOnly, urgency: 'requote' }], end: null };
  },
  wakeTimes(state) {
    const { minMs, everyMs, maxMs } = termsOf(state);
    const last = state.children.at(-1);
    const { requoteSinceMs } = state.known;
    return [
      ...(state.startedAtMs === null ? [] : [state.startedAtMs + maxMs]),
      ...(requoteSinceMs === null ? [] : [requoteSinceMs + minMs]),
      ...(last === undefined ? [] : [last.requestedAtMs + Math.max(everyMs, CHASE_MIN_MS)]),
    ];
  },
  asksAfterRestart: () => true,
  endsBeforeClose: () => true,
});

/** Since when the best price is far enough from the order's; forgotten when it comes back, or the book has no usable price. */
export function followBest(state: ConditionalState, nowMs: number): ConditionalState {
  const [live] = liveIn(state.children, SLOT);
  const target = bestPrice(state, nowMs);
  const tick = tickOf(state);
  const isAway =
    live !== undefined &&
    target !== null &&
    tick !== null &&
    Math.abs(target - live.price) >= termsOf(state).minTicks * tick;
  const requoteSinceMs = isAway ? (state.known.requoteSinceMs ?? nowMs) : null;
  if (requoteSinceMs === state.known.requoteSinceMs) return state;
  return { ...state, known: { ...state.known, requoteSinceMs } };
}

/** The live order's price until a move is due; null without a usable book and without an order. */
function nextPrice(state: ConditionalState, live: Child | undefined, nowMs: number): Price | null {
  const target = bestPrice(state, nowMs);
  if (live === undefined || target === null) return live?.price ?? target;
  const { minMs, everyMs } = termsOf(state);
  const { requoteSinceMs } = state.known;
  // A cancel for a move is under way: the price is decided when it is proved.
  if (live.cancel !== null) return target;
  const isStanding = requoteSinceMs !== null && nowMs - requoteSinceMs >= minMs;
  const isRested = nowMs - live.requestedAtMs >= Math.max(everyMs, CHASE_MIN_MS);
  return isStanding && isRested ? target : live.price;
}

/** Best price of its own side without its own orders, within the worst price; null while the book has no usable price. */
function bestPrice(state: ConditionalState, nowMs: number): Price | null {
  const { outcome, direction, worst } = termsOf(state);
  const view = usableBook(state.known.books[outcome.market], outcome.side, nowMs);
  const tick = tickOf(state);
  if (view === null || tick === null) return null;
  const [best] = direction === 'buy' ? view.bids : view.asks;
  return best === undefined ? null : onGrid(direction, best.price, worst, tick);
}

function lastPrice(state: ConditionalState): Price | null {
  return state.children.findLast(({ slot }) => slot === SLOT)?.price ?? null;
}

/** True when the time, moves or distance of the terms are used up. */
function isLimitReached(state: ConditionalState, nowMs: number): boolean {
  const { maxMoves, maxMs, maxTicks } = termsOf(state);
  if (state.children.some(({ slot }) => slot === TAKE)) return true;
  const orders = state.children.filter(({ slot }) => slot === SLOT);
  const [first] = orders;
  if (state.startedAtMs !== null && nowMs >= state.startedAtMs + maxMs) return true;
  // The order in force is the last of the moves: the limit is reached when one more would be due.
  if (first === undefined) return false;
  const tick = tickOf(state);
  const target = bestPrice(state, nowMs);
  const last = orders.at(-1)!;
  if (tick === null || target === null || target === last.price) return false;
  const isMoveDue = state.known.requoteSinceMs !== null || last.life.at === 'ended';
  return isMoveDue && (orders.length - 1 >= maxMoves || Math.abs(target - first.price) > maxTicks * tick);
}
