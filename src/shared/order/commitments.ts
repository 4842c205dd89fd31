/**
 * Commitments of open orders that the exchange's balances do not include yet.
 *
 * Units       Usd and shares in millionths.
 * Invariants  Pure; preview and decision use the same sums. An order that the exchange has not confirmed (`locked` null) commits
 *             its stake and fee reserve, or its shares. A resting sale commits its remaining shares, because the position may
 *             be older than the sale.
 * Source      docs/exchange-interface.md#settlement: placing or cancelling a sale triggers no position event.
 */
import type { Direction, Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, toUsd, type Usd } from '../units/usd.ts';
import type { Position } from './account.ts';
import { maxTakerFee } from './fees.ts';
import { isTerminal, type OrderLife } from './life.ts';

/** The fields of an order that commitments depend on; views and records have them. */
export interface CommittingOrder {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
  readonly remaining: Shares;
  /** Null until the exchange confirms the order. */
  readonly locked: Usd | null;
  readonly life: OrderLife;
}

/** Collateral of buys that is missing in the balance. */
export function committedCollateral(orders: Iterable<CommittingOrder>, feeRateMicros: number): Usd {
  let sum = 0n;
  for (const { locked, life, direction, price, shares } of orders) {
    if (locked !== null || isTerminal(life) || direction !== 'buy') continue;
    sum += costCeil(price, shares) + maxTakerFee(price, shares, feeRateMicros);
  }
  return toUsd(sum);
}

/** Shares of one outcome that can still be sold: at most the exchange's figure, less what our orders commit. */
export function sellableShares(
  position: Position | null,
  orders: Iterable<CommittingOrder>,
  market: MarketId,
  side: Side,
): Shares {
  let unconfirmed = 0;
  let resting = 0;
  for (const order of orders) {
    if (order.market !== market || order.side !== side || order.direction !== 'sell' || isTerminal(order.life))
      continue;
    if (order.locked === null) unconfirmed += order.shares;
    else resting += order.remaining;
  }
  const free = Math.min(position?.sellable ?? 0, (position?.quantity ?? 0) - resting);
  return toShares(Math.max(0, free - unconfirmed));
}
