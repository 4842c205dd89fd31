/** Collateral as the exchange mirrors it, how much of it is bound, and how old that word is. */
import type { Balance, PendingReward } from '#shared/order/account.ts';
import { toReal } from '#shared/units/numbers.ts';

/** Part of the collateral that orders hold, from 0 to 1: for the bar only. */
export function lockedPart(balance: Balance): number {
  const total = toReal(balance.total);
  return total <= 0 ? 0 : Math.min(1, toReal(balance.locked) / total);
}

/** True when total − locked is not what the exchange calls free: shown, never smoothed over. */
export function isOff(balance: Balance): boolean {
  return balance.total - balance.locked !== balance.available;
}

/** 'USDC'. */
export function tellCurrency(currency: string): string {
  return currency.toUpperCase();
}

/** '12.4 USDC'; the amount stays as served. */
export function tellReward(reward: PendingReward): string {
  return `${reward.amount} ${tellCurrency(reward.currency)}`;
}
