/**
 * TWAP: equal slices over a time; what a slice leaves is part of the next one.
 *
 * Invariants  What is due by the time bounds what is filled and live; one order a slice, for at most two slices.
 *             The last slice takes what rounding leaves.
 */

import { formatDuration } from '../../../base/formatDuration.ts';
import { smallestLot } from '../../../market/tickGrid.ts';
import { choice, SHARES, whole } from '../../../units/fields.ts';
import type { Price } from '../../../units/price.ts';
import type { Shares } from '../../../units/shares.ts';
import { filledOf, isLive, remainingOf } from '../children.ts';
import { asks } from '../declaration/consentRules.ts';
import { count, duration, LIFE_INPUTS, oneOf, price } from '../declaration/form.ts';
import { boundOf, defineKind } from '../declaration/kind.ts';
import type { Plan, WantedOrder } from '../declaration/plan.ts';
import { onGrid } from '../declaration/prices.ts';
import { FILLED, keepLive, leftOf, legOrder, MAIN, tickOf, wholeLots } from '../declaration/single.ts';
import { DURATION, type TermsOf } from '../declaration/termsFields.ts';
import { usableBook } from '../observation.ts';
import type { Child, StateOf } from '../state.ts';

const MAX_SLICES = 200;
const fields = {
  lengthMs: DURATION,
  slices: whole(2, MAX_SLICES),
  /** Less than this waits for the next slice. */
  minSlice: SHARES,
  /** `join`: at the best price of its own side; `cross`: at the best price of the other side. Never beyond the worst price. */
  pricing: choice({ join: 'Joins its own side', cross: 'Takes from the other side' }),
  /** What happens to the rest when the time is over: reported, left on the book, or sent at the worst price. */
  atEnd: choice({ report: 'Cancelled, and said', rest: 'Rests on the book', cross: 'Sent at the worst price' }),
};
export type TwapTerms = TermsOf<'twap', typeof fields>;
type State = StateOf<TwapTerms>;

const ENDS = {
  report: 'At the end what still rests is cancelled.',
  rest: 'At the end what is left rests on the book.',
  cross: 'At the end what is left is sent at the worst price.',
} as const satisfies Record<TwapTerms['atEnd'], string>;

export const twap = defineKind('twap', fields, {
  form: {
    verb: 'twap',
    inputs: {
      length: duration(fields.lengthMs, 'Works for', 'over'),
      count: count(fields.slices, 'Slices', 'in'),
      worst: price('Worst price', 'worst'),
      pricing: oneOf(fields.pricing, 'Each slice', 'price'),
      end: oneOf(fields.atEnd, 'At the end', 'then'),
      ...LIFE_INPUTS,
    },
    read: ({ value, tick }) => ({
      lengthMs: value('length'),
      slices: value('count'),
      minSlice: smallestLot(tick),
      worst: value('worst'),
      pricing: value('pricing'),
      atEnd: value('end'),
    }),
    write: ({ lengthMs, slices, worst, pricing, atEnd }) => ({
      length: lengthMs,
      count: slices,
      worst,
      pricing,
      end: atEnd,
    }),
  },
  texts: {
    name: 'TWAP',
    summary: ({ slices, lengthMs }, { amount }) => `${amount} in ${slices} slices over ${formatDuration(lengthMs)}`,
    watches: ({ slices, lengthMs }) => `a slice every ${formatDuration(Math.floor(lengthMs / slices))}`,
    progressFollowsTime: true,
    progress({ slices, lengthMs }, { startedAtMs, nowMs }) {
      if (startedAtMs === null) return null;
      const begun = Math.floor((Math.max(0, nowMs - startedAtMs) * slices) / lengthMs) + 1;
      const done = Math.min(slices, begun);
      return `slice ${done} of ${slices} · ${slices - done} left`;
    },
    does({ slices, lengthMs, pricing, atEnd }, { verb, amount }) {
      const at = `the best price of ${pricing === 'join' ? 'its own side' : 'the other side'}`;
      return [
        `${verb} ${amount} in ${slices} equal slices over ${formatDuration(lengthMs)}, each at ${at}.`,
        'What a slice leaves goes on and is counted by the next one.',
        ENDS[atEnd],
      ];
    },
  },
  triggers: () => ({}),
  plan(state, nowMs) {
    const { slices, shares: all, minSlice, atEnd, worst } = state.terms;
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    const slice = sliceAt(state, nowMs);
    const isOver = slice >= slices;
    if (isOver && atEnd === 'report') return { wanted: [], end: { code: 'limitReached', parameters: {} } };
    if (isOver && atEnd === 'cross') {
      return { wanted: [{ ...legOrder(state, 'rest', worst, worst), urgency: 'entry' }], end: null };
    }
    const kept = keepLive(state.children, MAIN, all).map((order) => ({ ...order, isExclusive: false }));
    const live = state.children.filter(isLive).reduce((sum, child) => sum + remainingOf(child), 0);
    const due = isOver ? all : Math.floor((all * (slice + 1)) / slices);
    const missing = wholeLots(state, due - filledOf(state.children, MAIN) - live);
    const plan = Math.ceil(all / slices);
    const isSent = state.children.some((child) => child.slot === slotOf(slice) && hasLeft(child));
    if (missing === 0 || isSent || (missing < minSlice && slice < slices - 1)) return { wanted: kept, end: null };
    return addSlice(
      state,
      kept,
      slotOf(slice),
      isOver ? missing : wholeLots(state, Math.min(missing, 2 * plan)),
      nowMs,
    );
  },
  wakeTimes(state, nowMs) {
    const { lengthMs, slices } = state.terms;
    const startedAtMs = state.startedAtMs ?? nowMs;
    return [startedAtMs + Math.ceil((lengthMs * (sliceAt(state, nowMs) + 1)) / slices)];
  },
  asksAfterRestart: () => true,
  needsPrices: true,
  endsAtMs: ({ lengthMs }, startedAtMs) => startedAtMs + lengthMs,
  measuredFrom: 'start',
  endsBeforeClose: () => true,
  tradeBounds: (terms) => [boundOf(terms, terms.worst)],
  consent: { lengthMs: asks, slices: asks, minSlice: asks, pricing: asks, atEnd: asks },
  prices: ({ worst }) => [worst],
  priceBounds: () => [],
});

/** An order that main did not send, or that was refused for now, is tried again within its slice. */
function hasLeft({ life }: Child): boolean {
  return life.at !== 'ended' || !('retryAtMs' in life.end);
}

const slotOf = (slice: number): string => `slice${slice}`;

/** Counted from 0; as many as there are when the time is over. A slice is due when its time begins. */
function sliceAt(state: State, nowMs: number): number {
  const { lengthMs, slices } = state.terms;
  const passedMs = Math.max(0, nowMs - (state.startedAtMs ?? nowMs));
  return Math.min(slices, Math.floor((passedMs * slices) / lengthMs));
}

function addSlice(state: State, kept: readonly WantedOrder[], slot: string, shares: Shares, nowMs: number): Plan {
  const { worst, outcome } = state.terms;
  const price = slicePrice(state, nowMs);
  if (price === null) {
    const wait = { code: 'stale', parameters: { market: outcome.market, problem: 'notLive' } } as const;
    return { wanted: kept, end: null, wait };
  }
  const order: WantedOrder = { ...legOrder(state, slot, price, worst), shares, urgency: 'entry', isExclusive: false };
  return { wanted: [...kept, order], end: null };
}

/** Null while the book has no usable price; a side that is empty is quoted at the worst price. */
function slicePrice(state: State, nowMs: number): Price | null {
  const { outcome, direction, pricing, worst } = state.terms;
  const view = usableBook(state.known.books[outcome.market], outcome.side, nowMs);
  const tick = tickOf(state);
  if (view === null || tick === null) return null;
  const isBidSide = (direction === 'buy') === (pricing === 'join');
  const best = (isBidSide ? view.bids : view.asks)[0]?.price ?? worst;
  return onGrid(direction, best, worst, tick);
}
