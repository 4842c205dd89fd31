/** Figures of the balances pane: collateral as the exchange reports it, and pending rewards. */
import type { Balance, PendingReward } from '#shared/order/account/account.ts';
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

/** Pending rewards of one currency on one line: their amounts, as the exchange sent them. */
export function listRewards(
  rewards: readonly PendingReward[],
): readonly { readonly currency: string; readonly amounts: string }[] {
  const byCurrency = Map.groupBy(rewards, ({ currency }) => currency.toUpperCase());
  return [...byCurrency].map(([currency, own]) => ({
    currency,
    amounts: own.map(({ amount }) => amount).join(' + '),
  }));
}
