/**
 * Complete sets: collateral split into one share of each outcome, and merged back.
 *
 * Units       Millionths, safe integers; a set of one million is one dollar.
 * Invariants  The escrow of the market follows by exactly the sets; locked collateral and shares are not touched.
 */
import { addShares, available, holdingOf, removeShares } from './account.ts';
import type { Account, BookMarket } from './state.ts';

/** False when the collateral is not available. */
export function splitSets(account: Account, market: BookMarket, sets: number, atMs: number): boolean {
  if (sets <= 0 || sets > available(account)) return false;
  const half = Math.floor(sets / 2);
  account.balance -= sets;
  account.updatedAtMs = atMs;
  market.escrow += sets;
  addShares(holdingOf(account, market.id, 'yes'), sets, half, atMs);
  addShares(holdingOf(account, market.id, 'no'), sets, sets - half, atMs);
  return true;
}

/** False when the account has fewer unlocked sets. */
export function mergeSets(account: Account, market: BookMarket, sets: number, atMs: number): boolean {
  if (sets <= 0 || sets > countSets(account, market)) return false;
  const half = Math.floor(sets / 2);
  removeShares(holdingOf(account, market.id, 'yes'), sets, half, atMs);
  removeShares(holdingOf(account, market.id, 'no'), sets, sets - half, atMs);
  market.escrow -= sets;
  account.balance += sets;
  account.updatedAtMs = atMs;
  return true;
}

/** Sets of which no share is locked. */
export function countSets(account: Account, market: BookMarket): number {
  const pair = account.holdings.get(market.id);
  if (!pair) return 0;
  return Math.min(pair.yes.quantity - pair.yes.locked, pair.no.quantity - pair.no.locked);
}
