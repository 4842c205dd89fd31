/**
 * Signed amounts of an order: what the maker gives and takes.
 *
 * Units       Integers with six decimals.
 * Errors      UnitError when price × volume has a seventh decimal: amounts are never rounded.
 * Source      docs/exchange-interface.md#order-placement; SELL swaps (FAMILY, docs/assumptions.md#sells).
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
