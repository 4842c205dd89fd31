/** Balances as rows: collateral as the exchange reports it, and pending rewards. */
import type { Balance, PendingReward } from '#shared/order/account.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { toReal } from '#shared/units/numbers.ts';

/** Part of the collateral that open orders lock, from 0 to 1: for the bar only. */
export function lockedPart(balance: Balance): number {
  const total = toReal(balance.total);
  return total <= 0 ? 0 : Math.min(1, toReal(balance.locked) / total);
}

/** True when total − locked differs from what the exchange calls free. */
export function isOff(balance: Balance): boolean {
  return balance.total - balance.locked !== balance.available;
}

export interface Asset {
  readonly key: string;
  /** 'USDC'. */
  readonly name: string;
  /** Null for a pending reward. */
  readonly balance: Balance | null;
  /** A reward's amount is shown as the exchange sent it. */
  readonly amount: string;
}

/** The collateral, then the pending rewards. */
export function listAssets(balance: Balance, rewards: readonly PendingReward[]): readonly Asset[] {
  return [
    { key: 'collateral', name: balance.currency.toUpperCase(), balance, amount: formatMoney(balance.total) },
    ...rewards.map(({ currency, amount }, at) => ({
      key: `reward ${at}`,
      name: currency.toUpperCase(),
      balance: null,
      amount,
    })),
  ];
}
