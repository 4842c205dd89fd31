/**
 * Bracket: a buy, and a take profit and a stop for what it filled so far.
 *
 * Invariants  The exits' budget is what the entry filled, from the first part on; it stays when the entry is cancelled.
 *             The stop ends the entry, so that nothing is bought while it sells.
 */

import { FLAG, group, nullable, PRICE, SHARES } from '../../../units/fields.ts';
import { type Shares, toShares } from '../../../units/shares.ts';
import { filledOf, isLive, liveIn, remainingOf } from '../children.ts';
import { asks, noHigher, stopLeg, worstPrice } from '../declaration/consentRules.ts';
import {
  CONFIRM_INPUTS,
  LIFE_INPUTS,
  PRICE_INPUT,
  price,
  STALE_INPUT,
  TARGET_INPUT,
  WALK_INPUT,
  writeStop,
} from '../declaration/form.ts';
import { boundOf, defineKind } from '../declaration/kind.ts';
import type { WantedOrder } from '../declaration/plan.ts';
import { stopPrice } from '../declaration/prices.ts';
import { FILLED, firedWakes, isOver, keepLive, tickOf, wholeLots } from '../declaration/single.ts';
import { STOP_LEG, type TermsOf } from '../declaration/termsFields.ts';
import { describeStop } from '../declaration/texts.ts';
import { CLOSE_GUARD_MS, defaultMinShares } from '../defaults.ts';
import type { StateOf } from '../state.ts';

const fields = {
  /** Buys `shares`; `worst` and `goodTillMs` are of this order. */
  entry: group({ price: PRICE, postOnly: FLAG }),
  /** Null: no take profit. */
  takeProfit: nullable(PRICE),
  stop: nullable(STOP_LEG),
  /** While the entry works, the take profit grows by at least so much at a time. */
  batch: SHARES,
};
export type BracketTerms = TermsOf<'bracket', typeof fields>;
type State = StateOf<BracketTerms>;

const ENTRY = 'entry';
const EXIT = 'exit';

export const bracket = defineKind('bracket', fields, {
  form: {
    verb: 'bracket',
    source: 'required',
    stopDirection: 'sell',
    inputs: {
      price: PRICE_INPUT,
      target: TARGET_INPUT,
      trigger: price('Stop trigger', 'stop'),
      limit: price('Stop limit', 'limit'),
      worst: WALK_INPUT,
      stale: STALE_INPUT,
      ...CONFIRM_INPUTS,
      ...LIFE_INPUTS,
    },
    read(read) {
      const bid = read.value('price');
      const stop = read.stop(bid);
      const takeProfit = read.target(stop);
      if (takeProfit <= bid) read.refuse('target', 'The take profit must be above the price of the purchase');
      const batch = defaultMinShares(read.shares, read.tick);
      return { entry: { price: bid, postOnly: false }, worst: bid, takeProfit, stop, batch };
    },
    write: ({ entry, takeProfit, stop }) => ({
      price: entry.price,
      target: takeProfit,
      ...(stop === null ? {} : writeStop(stop)),
    }),
  },
  texts: {
    name: 'Bracket',
    summary({ entry, takeProfit, stop }, formats) {
      const exits = [
        ...(takeProfit === null ? [] : [`sell at ${formats.price(takeProfit)}`]),
        ...(stop === null ? [] : [`stop at ${formats.price(stop.limit)} when ${formats.trigger(stop.trigger)}`]),
      ];
      const then = exits.length === 0 ? '' : `, then ${exits.join(' or ')}`;
      return `${formats.amount} at ${formats.price(entry.price)}${then}`;
    },
    watches: ({ takeProfit, stop }, formats) =>
      [
        ...(takeProfit === null ? [] : [`rests at ${formats.price(takeProfit)}`]),
        ...(stop === null ? [] : [formats.trigger(stop.trigger)]),
      ].join(' · '),
    does: ({ entry, takeProfit, stop }, formats) => [
      `Buys ${formats.amount} at ${formats.price(entry.price)}: the order rests at once.`,
      ...(takeProfit === null ? [] : [`What fills is offered at ${formats.price(takeProfit)}.`]),
      ...(stop === null ? [] : describeStop('The stop sells what filled', stop, formats)),
    ],
    atWorst({ worst, stop }, formats) {
      const sold =
        stop === null
          ? ''
          : ` What it bought is sold at ${formats.price(stop.worst)} or better by the stop, or stays yours.`;
      return `Never buys above ${formats.price(worst)}.${sold}`;
    },
  },
  triggers(state) {
    const { stop } = state.terms;
    return stop === null || filledOf(state.children, ENTRY) === 0 ? {} : { stop: stop.trigger };
  },
  plan(state, nowMs) {
    const bought = filledOf(state.children, ENTRY);
    const toSell = wholeLots(state, bought - filledOf(state.children, EXIT));
    const hasEntry = isEntryOpen(state, bought, nowMs);
    const wanted = [
      ...(hasEntry ? [entryOrder(state, bought)] : []),
      ...exitOrders(state, bought, toSell, hasEntry, nowMs),
    ];
    if (hasEntry || liveIn(state.children, ENTRY).length > 0 || toSell > 0) return { wanted, end: null };
    return { wanted, end: bought === 0 ? { code: 'entryEnded', parameters: {} } : FILLED };
  },
  wakeTimes(state, nowMs) {
    const { stop, goodTillMs, outcome } = state.terms;
    const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
    return [
      ...(stop === null ? [] : firedWakes(state, 'stop', stop, nowMs)),
      ...(goodTillMs === null ? [] : [goodTillMs]),
      ...(closeAtMs === null ? [] : [closeAtMs - CLOSE_GUARD_MS]),
    ];
  },
  // The entry's order rests as any order; what it fills must stay protected.
  asksAfterRestart: ({ children }) => children.length === 0,
  mayEnd: (slot) => slot === ENTRY,
  deadline: () => null,
  endsBeforeClose: () => false,
  only: 'buy',
  tradeBounds(terms) {
    const { entry, takeProfit, stop } = terms;
    const exits = [...(takeProfit === null ? [] : [takeProfit]), ...(stop === null ? [] : [stop.worst])];
    const sale = exits.length === 0 ? [] : [boundOf(terms, worstPrice('sell', exits), 'sell')];
    return [boundOf(terms, entry.price), ...sale];
  },
  consent: {
    startsWhen: asks,
    entry: (next, agreed) => noHigher(next.price, agreed.price, 'buy') && (next.postOnly || !agreed.postOnly),
    // An exit that is added sells, and one that is taken away no longer protects.
    takeProfit: (next, agreed) => next !== null && agreed !== null && next >= agreed,
    stop: (next, agreed) => next !== null && agreed !== null && stopLeg(next, agreed, 'sell'),
    batch: asks,
  },
  prices: ({ worst, entry, takeProfit, stop }) => [
    worst,
    entry.price,
    ...(takeProfit === null ? [] : [takeProfit]),
    ...(stop === null ? [] : [stop.limit, stop.worst]),
  ],
  priceBounds: ({ worst, entry, stop }) => [
    { price: entry.price, worst, isSale: false },
    ...(stop === null ? [] : [{ price: stop.limit, worst: stop.worst, isSale: true }]),
  ],
  ownTrigger: ({ stop }) => stop?.trigger ?? null,
  stop: { of: ({ stop }) => stop, with: (terms, stop) => ({ ...terms, stop }) },
  target: ({ takeProfit }) => takeProfit,
  protects: ({ stop }) => stop !== null,
  exitLeg({ terms: { stop, takeProfit }, children, fired }) {
    const isAlone = children.every((child) => child.slot === 'stop' || !isLive(child));
    // Until it fired, a take profit would be placed for what the entry filled.
    if (stop === null || !isAlone || (takeProfit !== null && fired.stop === undefined)) return null;
    const bought = filledOf(children.filter(({ direction }) => direction === 'buy'));
    return { slot: 'stop', worst: stop.worst, shares: bought };
  },
  turns: true,
  hasSeveralBudgets: true,
});

/** False once the entry is full, cancelled, refused, at its deadline, near the close, or its stop fired. */
function isEntryOpen(state: State, bought: Shares, nowMs: number): boolean {
  const { shares, goodTillMs, outcome } = state.terms;
  const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
  if (wholeLots(state, shares - bought) === 0 || state.fired.stop !== undefined) return false;
  if (goodTillMs !== null && nowMs >= goodTillMs) return false;
  if (closeAtMs !== null && nowMs >= closeAtMs - CLOSE_GUARD_MS) return false;
  return !state.children.some((child) => child.slot === ENTRY && isOver(child));
}

function entryOrder(state: State, bought: Shares): WantedOrder {
  const { outcome, shares, worst, goodTillMs, entry } = state.terms;
  return {
    slot: ENTRY,
    group: ENTRY,
    outcome,
    direction: 'buy',
    price: entry.price,
    shares: toShares(shares - bought),
    budget: shares,
    worst,
    postOnly: entry.postOnly,
    urgency: 'entry',
    expiresAtMs: goodTillMs,
    isExclusive: true,
  };
}

function exitOrders(
  state: State,
  bought: Shares,
  toSell: Shares,
  hasEntry: boolean,
  nowMs: number,
): readonly WantedOrder[] {
  const { outcome, stop, takeProfit, batch } = state.terms;
  const tick = tickOf(state);
  if (toSell === 0 || tick === null) return keepLive(state.children, EXIT, bought);
  const exit = {
    group: EXIT,
    outcome,
    direction: 'sell',
    budget: bought,
    postOnly: false,
    urgency: 'exit',
    expiresAtMs: null,
    isExclusive: true,
  } as const;
  const firing = state.fired.stop;
  if (stop !== null && firing !== undefined) {
    const price = stopPrice({ ...stop, direction: 'sell' }, tick, firing.atMs, nowMs);
    return [{ ...exit, slot: 'stop', price, shares: toSell, worst: stop.worst }];
  }
  if (takeProfit === null) return [];
  const live = liveIn(state.children, 'takeProfit').reduce((sum, child) => sum + remainingOf(child), 0);
  const isBatchOpen = hasEntry && toSell - live < batch;
  const shares = isBatchOpen ? toShares(live) : toSell;
  return shares === 0 ? [] : [{ ...exit, slot: 'takeProfit', price: takeProfit, shares, worst: takeProfit }];
}
