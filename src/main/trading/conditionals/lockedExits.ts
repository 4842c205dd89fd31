/**
 * Exits of conditional orders while the keys are locked: lots that were signed ahead stand for orders that can't be signed.
 *
 * Invariants  Only what sells at once when it fires uses them: a lot is never sent instead of an order that would rest at a better
 *             price, or that has to cancel another one first. Never below the worst price, never more than is left to sell.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import { filledOf } from '#shared/order/conditional/children.ts';
import type { OutcomeRef } from '#shared/order/conditional/observation.ts';
import type { ConditionalState } from '#shared/order/conditional/state.ts';
import type { ConditionalKind } from '#shared/order/conditional/terms.ts';
import type { PreparedLot } from '#shared/order/preparedExits.ts';
import { isUnlocked, type Readiness } from '#shared/order/readiness.ts';
import { type Shares, ZERO_SHARES } from '#shared/units/shares.ts';
import type { PreparedExits } from '../preparedExits.ts';

export interface LockedExits {
  /** True while no key can sign. */
  isLocked(): boolean;
  /** The lot that it may send next, of exactly `shares` if given; null: none. */
  findLot(state: ConditionalState, shares?: Shares): PreparedLot | null;
  /** What can be sent of the outcome now: one lot. */
  available(outcome: OutcomeRef): Shares;
  readonly post: PreparedExits['post'];
}

const KINDS: ReadonlySet<ConditionalKind> = new Set<ConditionalKind>(['stop', 'trailing', 'closeBefore']);

export interface LockedExitsOptions {
  readonly prepared: Pick<PreparedExits, 'available' | 'isBusy' | 'post'>;
  readiness(isArmed: boolean): Readiness;
}

export function createLockedExits({ prepared, readiness }: LockedExitsOptions): LockedExits {
  return {
    isLocked: () => !isUnlocked(readiness(true)),
    findLot({ terms, children }, shares) {
      if (terms.direction !== 'sell' || !KINDS.has(terms.kind)) return null;
      const left = terms.shares - filledOf(children);
      const { market, side } = terms.outcome;
      const fits = (lot: PreparedLot): boolean =>
        lot.price >= terms.worst && lot.shares <= left && (shares === undefined || lot.shares === shares);
      return prepared.available(market, side).find(fits) ?? null;
    },
    available: ({ market, side }) =>
      prepared.isBusy(market, side) ? ZERO_SHARES : (prepared.available(market, side)[0]?.shares ?? ZERO_SHARES),
    post: prepared.post,
  };
}
