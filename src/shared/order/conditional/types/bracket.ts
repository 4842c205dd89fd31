/**
 * Bracket: a buy, and a take profit and a stop for what it filled so far.
 *
 * Invariants  The exits' budget is what the entry filled, from the first part on; it stays when the entry is cancelled.
 *             The stop ends the entry, so that nothing is bought while it sells.
 */

import { type Shares, toShares } from '../../../units/shares.ts';
import { filledOf, liveIn, remainingOf } from '../children.ts';
import { CLOSE_GUARD_MS } from '../defaults.ts';
import { buildKind, type WantedOrder } from '../plan.ts';
import type { ConditionalState } from '../state.ts';
import type { BracketTerms } from '../terms.ts';
import { stopPrice } from './prices.ts';
import { FILLED, firedWakes, isOver, keepLive, tickOf, wholeLots } from './single.ts';

const ENTRY = 'entry';
const EXIT = 'exit';
const termsOf = (state: ConditionalState): BracketTerms => state.terms as BracketTerms;

export const bracket = buildKind({
  triggers(state) {
    const { stop } = termsOf(state);
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
    const { stop, goodTillMs, outcome } = termsOf(state);
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
});

/** False once the entry is full, cancelled, refused, at its deadline, near the close, or its stop fired. */
function isEntryOpen(state: ConditionalState, bought: Shares, nowMs: number): boolean {
  const { shares, goodTillMs, outcome } = termsOf(state);
  const closeAtMs = state.known.markets[outcome.market]?.closeAtMs ?? null;
  if (wholeLots(state, shares - bought) === 0 || state.fired.stop !== undefined) return false;
  if (goodTillMs !== null && nowMs >= goodTillMs) return false;
  if (closeAtMs !== null && nowMs >= closeAtMs - CLOSE_GUARD_MS) return false;
  return !state.children.some((child) => child.slot === ENTRY && isOver(child));
}

function entryOrder(state: ConditionalState, bought: Shares): WantedOrder {
  const { outcome, shares, worst, goodTillMs, entry } = termsOf(state);
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
  state: ConditionalState,
  bought: Shares,
  toSell: Shares,
  hasEntry: boolean,
  nowMs: number,
): readonly WantedOrder[] {
  const { outcome, stop, takeProfit, batch } = termsOf(state);
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
