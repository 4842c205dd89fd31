/**
 * What orders take from the balance and from holdings before the exchange's figures say so: one sum for preview and decision.
 *
 * Units       Usd and shares in millionths.
 * Invariants  Pure. An order of which the exchange has said nothing (`locked` null) takes its stake and largest fee, or its shares.
 *             A resting sale takes what remains of it even where the position was last told before it was placed.
 * Source      exchange-interface, Settlement: placing or cancelling a sale triggers no position event.
 */
import type { Direction, Side } from '../market/outcome.ts';
import type { MarketId } from '../units/ids.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, toUsd, type Usd } from '../units/usd.ts';
import type { Position } from './account.ts';
import { maxTakerFee } from './fees.ts';
import { isTerminal, type OrderLife } from './life.ts';

/** The part of an order that a commitment follows from; views and records have it. */
export interface CommittingOrder {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
  readonly shares: Shares;
  readonly remaining: Shares;
  /** Null until the exchange spoke of it. */
  readonly locked: Usd | null;
  readonly life: OrderLife;
}

/** Collateral that buys may take which no balance shows yet. */
export function committedCollateral(orders: Iterable<CommittingOrder>, feeRateMicros: number): Usd {
  let sum = 0n;
  for (const { locked, life, direction, price, shares } of orders) {
    if (locked !== null || isTerminal(life) || direction !== 'buy') continue;
    sum += costCeil(price, shares) + maxTakerFee(price, shares, feeRateMicros);
  }
  return toUsd(sum);
}

/** What may still be sold of one outcome: never more than the exchange says, less what orders of ours take of it. */
export function sellableNow(
  position: Position | null,
  orders: Iterable<CommittingOrder>,
  market: MarketId,
  side: Side,
): Shares {
  let onTheirWay = 0;
  let resting = 0;
  for (const order of orders) {
    if (order.market !== market || order.side !== side || order.direction !== 'sell' || isTerminal(order.life))
      continue;
    if (order.locked === null) onTheirWay += order.shares;
    else resting += order.remaining;
  }
  const free = Math.min(position?.sellable ?? 0, (position?.quantity ?? 0) - resting);
  return toShares(Math.max(0, free - onTheirWay));
}
