/**
 * Collateral and shares of one member: the exchange's mirror of the wallet.
 *
 * Units       Collateral and shares in millionths, safe integers.
 * Invariants  0 ≤ locked ≤ balance; 0 ≤ locked ≤ quantity of every holding.
 */
import type { Side } from '#shared/market/outcome.ts';
import { toNumber } from '#shared/units/numbers.ts';
import type { Account, Holding } from './state.ts';

export function buildAccount(id: number, isHouse: boolean, canSettle: boolean): Account {
  return {
    id,
    isHouse,
    canSettle,
    isCustodial: false,
    failures: 0,
    balance: 0,
    locked: 0,
    rewards: 0,
    updatedAtMs: 0,
    holdings: new Map(),
    open: new Map(),
  };
}

export function holdingOf(account: Account, market: number, side: Side): Holding {
  let pair = account.holdings.get(market);
  if (!pair) {
    pair = { yes: emptyHolding(), no: emptyHolding() };
    account.holdings.set(market, pair);
  }
  return pair[side];
}

export function available(account: Account): number {
  return account.balance - account.locked;
}

/** Adds bought shares and their cost. */
export function addShares(holding: Holding, shares: number, cost: number, atMs: number): void {
  holding.quantity += shares;
  holding.cost += cost;
  holding.updatedAtMs = atMs;
}

/** Removes shares sold for `proceeds`: the average price stays, the difference is realized. */
export function removeShares(holding: Holding, shares: number, proceeds: number, atMs: number): void {
  const cost =
    shares === holding.quantity
      ? holding.cost
      : toNumber((BigInt(holding.cost) * BigInt(shares)) / BigInt(holding.quantity));
  holding.quantity -= shares;
  holding.cost -= cost;
  holding.realized += proceeds - cost;
  holding.updatedAtMs = atMs;
}

/** Average price in millionths, rounded down; 0 without shares. */
export function averagePrice(holding: Holding): number {
  return holding.quantity === 0 ? 0 : toNumber((BigInt(holding.cost) * 1_000_000n) / BigInt(holding.quantity));
}

function emptyHolding(): Holding {
  return { quantity: 0, locked: 0, cost: 0, realized: 0, updatedAtMs: 0 };
}
