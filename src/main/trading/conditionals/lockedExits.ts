/**
 * Locked exits: prepared lots that conditional orders send while the keys are locked.
 *
 * Invariants  Only what sells at once when it fires uses them: a lot is never sent instead of an order that would rest at a better
 *             price, or while another order of the conditional would have to be cancelled first. Never below the worst price of
 *             what fired, never more than is left to sell.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import { isUnlocked, type Readiness } from '#shared/order/account/readiness.ts';
import { filledOf } from '#shared/order/conditional/children.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { Child } from '#shared/order/conditional/state.ts';
import { type ConditionalState, kindOf } from '#shared/order/conditional/terms.ts';
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
      const leg = kindOf(state.terms).exitLeg(state);
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
