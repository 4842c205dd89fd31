/**
 * Drift watch: the difference between the exchange's locked collateral and the locks of the open orders.
 *
 * Units       Usd in millionths; times in ms of this machine's clock.
 * Invariants  Orders and balance come in separate events, so that a difference counts only once it is the same for two seconds.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { lockDrift } from '#shared/order/commitments.ts';
import { toUsd, type Usd, ZERO_USD } from '#shared/units/usd.ts';
import type { Orders } from '../orders/orders.ts';
import type { Portfolio } from './portfolio.ts';

export const SETTLED_MS = 2_000;

export interface DriftWatch {
  /** After every change of orders or balance; null: the difference is not known now. */
  update(difference: Usd | null): void;
  /** 0 while nothing differs. */
  drift(): Usd;
  clear(): void;
}

export function createDriftWatch(schedule: Scheduler, onChange: () => void): DriftWatch {
  let candidate: bigint = 0n;
  let drift: bigint = 0n;
  let cancel = (): void => {};

  const set = (next: bigint): void => {
    if (drift === next) return;
    drift = next;
    onChange();
  };
  return {
    update(difference) {
      if (difference === null || difference === candidate) return;
      candidate = difference;
      cancel();
      if (candidate === drift) return;
      cancel = schedule(SETTLED_MS, () => set(candidate));
    },
    drift: () => toUsd(drift),
    clear() {
      cancel();
      candidate = 0n;
      drift = ZERO_USD;
    },
  };
}

/** The difference now; null while balance or orders are not known. */
export function findDrift(
  orders: Pick<Orders, 'all' | 'openUnreadable'>,
  portfolio: Pick<Portfolio, 'balance' | 'balanceTime' | 'isBalanceCertain'>,
): Usd | null {
  const balance = portfolio.balance();
  const time = portfolio.balanceTime();
  // Orders that cannot be read may lock collateral too.
  const isKnown = portfolio.isBalanceCertain() && orders.openUnreadable().length === 0;
  return isKnown && balance && time ? lockDrift(orders.all(), { ...time, locked: balance.locked }) : null;
}
