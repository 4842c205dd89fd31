/**
 * The two integers an order signs: what it gives and what it takes, in 6-decimal units.
 *
 * Invariants  Exact or refused: price × volume with a seventh decimal throws UnitError.
 * Source      exchange-interface, Order placement request; SELL swaps (FAMILY, docs/assumptions.md#sells).
 */
import type { Direction } from '../market/outcome.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { cost } from '../units/usd.ts';

export interface OrderAmounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

export function buildAmounts(direction: Direction, price: Price, shares: Shares): OrderAmounts {
  const collateral: bigint = cost(price, shares);
  const tokens = BigInt(shares);
  return direction === 'buy'
    ? { makerAmount: collateral, takerAmount: tokens }
    : { makerAmount: tokens, takerAmount: collateral };
}
