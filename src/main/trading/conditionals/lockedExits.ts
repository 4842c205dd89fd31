/**
 * Locked exits: prepared lots that conditional orders send while the keys are locked.
 *
 * Invariants  Only what sells at once when it fires uses them: a lot is never sent instead of an order that would rest at a better
 *             price, or while another order of the conditional would have to be cancelled first. Never below the worst price of
 *             what fired, never more than is left to sell.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import { isUnlocked, type Readiness } from '#shared/order/account/readiness.ts';
import { filledOf, isLive } from '#shared/order/conditional/children.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { Child, ConditionalState, Slot } from '#shared/order/conditional/state.ts';
import type { PreparedLot } from '#shared/order/exits/preparedExits.ts';
import type { Price } from '#shared/units/price.ts';
import { type Shares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { PreparedExits } from '../exits/preparedExits.ts';

export interface LockedExit {
  readonly lot: PreparedLot;
  /** The lot is not sent for less than this. */
  readonly worst: Price;
}

export interface LockedExits {
  /** True while no key can sign. */
  isLocked(): boolean;
  /** The lot that may be sent next, for `order` if given, or null. */
  find(state: ConditionalState, order?: Pick<Child, 'slot' | 'shares'>): LockedExit | null;
  /** Shares of the outcome that can be sent now: one lot. */
  available(outcome: OutcomeRef): Shares;
  readonly post: PreparedExits['post'];
}

export interface LockedExitsOptions {
  readonly prepared: Pick<PreparedExits, 'available' | 'isBusy' | 'post'>;
  readiness(isArmed: boolean): Readiness;
}

export function createLockedExits({ prepared, readiness }: LockedExitsOptions): LockedExits {
  return {
    isLocked: () => !isUnlocked(readiness(true)),
    find(state, order) {
      const leg = findLeg(state);
      if (leg === null || (order !== undefined && order.slot !== leg.slot)) return null;
      const { market, side } = state.terms.outcome;
      const left = leg.shares - filledOf(state.children.filter(({ direction }) => direction === 'sell'));
      const fits = (lot: PreparedLot): boolean =>
        lot.price >= leg.worst && lot.shares <= left && (order === undefined || lot.shares === order.shares);
      const lot = prepared.available(market, side).find(fits);
      return lot === undefined ? null : { lot, worst: leg.worst };
    },
    available: ({ market, side }) =>
      prepared.isBusy(market, side) ? ZERO_SHARES : (prepared.available(market, side)[0]?.shares ?? ZERO_SHARES),
    post: prepared.post,
  };
}

/** The part of a conditional order that sells at once when it fires. */
interface Leg {
  readonly slot: Slot;
  readonly worst: Price;
  /** Quantity of all orders of the leg together. */
  readonly shares: Shares;
}

/** Null when the leg's order would rest, or when another order has to be cancelled first, which needs the keys. */
function findLeg({ terms, children, fired, isFlipped }: ConditionalState): Leg | null {
  const { worst, shares } = terms;
  const isAlone = children.every((child) => child.slot === 'stop' || !isLive(child));
  if (terms.kind === 'bracket') {
    const { stop, takeProfit } = terms;
    // Until it fired, a take profit would be placed for what the entry filled.
    if (stop === null || !isAlone || (takeProfit !== null && fired.stop === undefined)) return null;
    const bought = filledOf(children.filter(({ direction }) => direction === 'buy'));
    return { slot: 'stop', worst: stop.worst, shares: bought };
  }
  if (terms.direction !== 'sell') return null;
  switch (terms.kind) {
    case 'stop':
    case 'trailing':
      return { slot: 'stop', worst, shares };
    case 'closeBefore':
      return { slot: 'close', worst, shares };
    case 'takeProfit':
      return terms.touch === null ? null : { slot: 'takeProfit', worst: terms.limit, shares };
    case 'oco':
      // While it is pulled near the stop, nothing of the take profit rests.
      return isAlone && (isFlipped || fired.stop !== undefined)
        ? { slot: 'stop', worst: terms.stop.worst, shares }
        : null;
    default:
      return null;
  }
}
