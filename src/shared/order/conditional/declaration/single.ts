/** Parts that kinds with one outcome share: what is left, the order of a leg, the end when all is filled. */
import type { Tick } from '../../../market/tickGrid.ts';
import type { Price } from '../../../units/price.ts';
import { type Shares, toShares } from '../../../units/shares.ts';
import { floorToLot } from '../../exits/quote.ts';
import { filledOf, isLive, remainingOf } from '../children.ts';
import type { Child, EndReason, Group, Slot, StateOf } from '../state.ts';
import type { Plan, WantedOrder } from './plan.ts';
import { nextWalk, stopPrice } from './prices.ts';
import type { Walk } from './termsFields.ts';

export const NO_ORDERS: Plan = { wanted: [], end: null };
export const FILLED: EndReason = { code: 'filled', parameters: {} };

/** Group of kinds whose orders share one budget. */
export const MAIN = 'main';

/** What the order of the terms may still trade, in whole lots. */
export function leftOf(state: StateOf): Shares {
  return wholeLots(state, state.terms.shares - filledOf(state.children, MAIN));
}

/** Less than a lot can neither be sold nor bought. */
export function wholeLots(state: StateOf, shares: number): Shares {
  const tick = tickOf(state);
  return tick === null ? toShares(Math.max(0, shares)) : floorToLot(shares, tick);
}

/** Null while the market's listing is not known. */
export function tickOf(state: StateOf): Tick | null {
  return state.known.markets[state.terms.outcome.market]?.tick ?? null;
}

/** The order of one leg for all that is left of the terms. */
export function legOrder(state: StateOf, slot: string, price: Price, worst: Price): WantedOrder {
  const { terms } = state;
  return {
    slot,
    group: MAIN,
    outcome: terms.outcome,
    direction: terms.direction,
    price,
    shares: leftOf(state),
    budget: terms.shares,
    worst,
    postOnly: false,
    urgency: terms.direction === 'sell' ? 'exit' : 'entry',
    expiresAtMs: terms.goodTillMs,
    isExclusive: true,
  };
}

export interface FiredLeg {
  readonly limit: Price;
  readonly worst: Price;
  readonly walk: Walk | null;
}

/** Plan of a stop that fired: its order at the limit, walked. */
export function firedPlan(state: StateOf, name: string, leg: FiredLeg, nowMs: number): Plan {
  if (leftOf(state) === 0) return { wanted: [], end: FILLED };
  const firing = state.fired[name];
  const tick = tickOf(state);
  if (firing === undefined) return NO_ORDERS;
  // Without the market nothing is placed, and what rests stays: the machine waits for it.
  const price =
    tick === null
      ? (restingPrice(state, name) ?? leg.limit)
      : stopPrice({ ...leg, direction: state.terms.direction }, tick, firing.atMs, nowMs);
  return { wanted: [legOrder(state, name, price, leg.worst)], end: null };
}

export function firedWakes(state: StateOf, name: string, leg: FiredLeg, nowMs: number): readonly number[] {
  const firing = state.fired[name];
  const tick = tickOf(state);
  if (firing === undefined || tick === null) return [];
  return nextWalk({ ...leg, direction: state.terms.direction }, tick, firing.atMs, nowMs);
}

function restingPrice(state: StateOf, slot: string): Price | null {
  return state.children.find((child) => child.slot === slot && child.life.at !== 'ended')?.price ?? null;
}

/** True for an order that ended and is not retried. */
export function isOver({ life }: Child): boolean {
  if (life.at !== 'ended') return false;
  const { end } = life;
  return !('retryAtMs' in end) || end.retryAtMs === null;
}

/** The live orders of a group, wanted as they are. */
export function keepLive(children: readonly Child[], group: Group, budget: Shares): readonly WantedOrder[] {
  const bySlot = new Map<Slot, WantedOrder>();
  for (const child of children) {
    if (child.group !== group || !isLive(child)) continue;
    const before = bySlot.get(child.slot)?.shares ?? 0;
    bySlot.set(child.slot, {
      slot: child.slot,
      group,
      outcome: child.outcome,
      direction: child.direction,
      price: child.price,
      shares: toShares(before + remainingOf(child)),
      budget,
      worst: child.price,
      postOnly: child.postOnly,
      urgency: child.urgency,
      expiresAtMs: null,
      isExclusive: true,
    });
  }
  return [...bySlot.values()];
}
