/**
 * Chase: one order that follows the best price of its own side, within a cap.
 *
 * Invariants  Moves only after the better price stood for a time, seldom, and a bounded number of times, ticks and milliseconds.
 *             The next order is placed once the end of the one before is proved.
 */

import { formatDuration } from '../../../base/formatDuration.ts';
import { choice, FLAG, whole } from '../../../units/fields.ts';
import type { Price } from '../../../units/price.ts';
import { liveIn } from '../children.ts';
import { asks, isPassive } from '../declaration/consentRules.ts';
import { count, duration, LIFE_INPUTS, oneOf, optionalInput, price, ticks } from '../declaration/form.ts';
import { boundOf, defineKind } from '../declaration/kind.ts';
import { onGrid } from '../declaration/prices.ts';
import { FILLED, leftOf, legOrder, tickOf } from '../declaration/single.ts';
import { DURATION, MAX_DURATION_MS, MAX_TICKS, SOME_TICKS, type TermsOf } from '../declaration/termsFields.ts';
import { ownBest } from '../declaration/texts.ts';
import { CHASE_MIN_MS } from '../defaults.ts';
import { usableBook } from '../observation.ts';
import type { Child, StateOf } from '../state.ts';

const MAX_MOVES = 500;
/** Terms that an earlier version wrote may have so many: they are read, and it moves MAX_MOVES times. */
const MOST_STORED_MOVES = 1_000;

/** Moves after which it ends. */
export function movesOf({ maxMoves }: { readonly maxMoves: number }): number {
  return Math.min(maxMoves, MAX_MOVES);
}

const fields = {
  postOnly: FLAG,
  /** Moves after the best price has been `minTicks` away for `minMs`, at most once in `everyMs`. */
  minTicks: SOME_TICKS,
  minMs: DURATION,
  everyMs: whole(CHASE_MIN_MS, MAX_DURATION_MS),
  maxMoves: whole(1, MAX_MOVES, MOST_STORED_MOVES),
  maxMs: DURATION,
  /** Greatest distance from its first price. */
  maxTicks: SOME_TICKS,
  /** What happens then: it rests, is cancelled, or takes within the worst price. */
  atEnd: choice({ cancel: 'Cancelled', rest: 'Rests on the book', take: 'Taken within the worst price' }),
};
export type ChaseTerms = TermsOf<'chase', typeof fields>;
type State = StateOf<ChaseTerms>;

const SLOT = 'chase';
const TAKE = 'take';
/** What is typed makes a chase that follows a tick that stood for a second. */
const TYPED_PACE = { postOnly: true, minTicks: 1, minMs: 1_000, everyMs: CHASE_MIN_MS } as const;
const DEFAULT_MOVES = 100;

const ENDS = {
  rest: 'it stays where it is',
  cancel: 'it is cancelled',
  take: 'what is left is sent at the worst price',
} as const satisfies Record<ChaseTerms['atEnd'], string>;

export const chase = defineKind('chase', fields, {
  form: {
    verb: 'chase',
    inputs: {
      worst: price('Worst price', 'worst'),
      length: duration(fields.maxMs, 'Works for', 'over'),
      moves: optionalInput(count(fields.maxMoves, 'Moves at most', 'moves')),
      within: optionalInput(ticks('Stays within', 'within', fields.maxTicks)),
      end: oneOf(fields.atEnd, 'At the end', 'then'),
      ...LIFE_INPUTS,
    },
    read: ({ value }) => ({
      maxTicks: value('within') ?? MAX_TICKS,
      worst: value('worst'),
      maxMs: value('length'),
      maxMoves: value('moves') ?? DEFAULT_MOVES,
      atEnd: value('end'),
      ...TYPED_PACE,
    }),
    write: (terms) => ({
      worst: terms.worst,
      length: terms.maxMs,
      moves: movesOf(terms),
      within: terms.maxTicks === MAX_TICKS ? null : terms.maxTicks,
      end: terms.atEnd,
    }),
  },
  texts: {
    name: 'Chase',
    summary: (terms, { amount, price: write }) => `${amount} at the best ${ownBest(terms)}, to ${write(terms.worst)}`,
    watches: (terms) => `follows the best ${ownBest(terms)}`,
    does(terms, { verb, amount }) {
      const stands = `when it stays away for ${formatDuration(terms.minMs)}`;
      return [
        `${verb} ${amount} at the best ${ownBest(terms)}, and moves after it ${stands}, at most every ${formatDuration(terms.everyMs)}.`,
        `After ${formatDuration(terms.maxMs)} or ${movesOf(terms)} moves ${ENDS[terms.atEnd]}.`,
      ];
    },
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const { worst, postOnly, atEnd, outcome } = state.terms;
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
    const { minMs, everyMs, maxMs } = state.terms;
    const last = state.children.at(-1);
    const { requoteSinceMs } = state.known;
    return [
      ...(state.startedAtMs === null ? [] : [state.startedAtMs + maxMs]),
      ...(requoteSinceMs === null ? [] : [requoteSinceMs + minMs]),
      ...(last === undefined ? [] : [last.requestedAtMs + Math.max(everyMs, CHASE_MIN_MS)]),
    ];
  },
  asksAfterRestart: () => true,
  needsPrices: true,
  measuredFrom: 'start',
  endsBeforeClose: () => true,
  follow: followBest,
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: {
    postOnly: isPassive,
    minTicks: asks,
    minMs: asks,
    everyMs: asks,
    maxMoves: asks,
    maxMs: asks,
    maxTicks: asks,
    atEnd: asks,
  },
  prices: ({ worst }) => [worst],
  priceBounds: () => [],
});

/** Since when the best price is far enough from the order's; forgotten when it comes back, or the book has no usable price. */
export function followBest(state: State, nowMs: number): State {
  const [live] = liveIn(state.children, SLOT);
  const target = bestPrice(state, nowMs);
  const tick = tickOf(state);
  const isAway =
    live !== undefined &&
    target !== null &&
    tick !== null &&
    Math.abs(target - live.price) >= state.terms.minTicks * tick;
  const requoteSinceMs = isAway ? (state.known.requoteSinceMs ?? nowMs) : null;
  if (requoteSinceMs === state.known.requoteSinceMs) return state;
  return { ...state, known: { ...state.known, requoteSinceMs } };
}

/** The live order's price until a move is due; null without a usable book and without an order. */
function nextPrice(state: State, live: Child | undefined, nowMs: number): Price | null {
  const target = bestPrice(state, nowMs);
  if (live === undefined || target === null) return live?.price ?? target;
  const { minMs, everyMs } = state.terms;
  const { requoteSinceMs } = state.known;
  // A cancel for a move is under way: the price is decided when it is proved.
  if (live.cancel !== null) return target;
  const isStanding = requoteSinceMs !== null && nowMs - requoteSinceMs >= minMs;
  const isRested = nowMs - live.requestedAtMs >= Math.max(everyMs, CHASE_MIN_MS);
  return isStanding && isRested ? target : live.price;
}

/** Best price of its own side without its own orders, within the worst price; null while the book has no usable price. */
function bestPrice(state: State, nowMs: number): Price | null {
  const { outcome, direction, worst } = state.terms;
  const view = usableBook(state.known.books[outcome.market], outcome.side, nowMs);
  const tick = tickOf(state);
  if (view === null || tick === null) return null;
  const [best] = direction === 'buy' ? view.bids : view.asks;
  return best === undefined ? null : onGrid(direction, best.price, worst, tick);
}

function lastPrice(state: State): Price | null {
  return state.children.findLast(({ slot }) => slot === SLOT)?.price ?? null;
}

/** True when the time, moves or distance of the terms are used up. */
function isLimitReached(state: State, nowMs: number): boolean {
  const { maxMs, maxTicks } = state.terms;
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
  return isMoveDue && (orders.length - 1 >= movesOf(state.terms) || Math.abs(target - first.price) > maxTicks * tick);
}
