/**
 * Fee reserve: the largest taker fee that an order can incur.
 *
 * Units       Rate in millionths; result in Usd.
 * Source      rate × p × (1 − p) × shares, default rate 0.02 (docs/assumptions.md#fee-reserve).
 */
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { toUsd, type Usd } from '../units/usd.ts';

export const DEFAULT_FEE_RATE = 20_000;
const CUBE = 1_000_000n * 1_000_000n * 1_000_000n;

/** Rounded up, so that the reserve always suffices. */
export function maxTakerFee(price: Price, shares: Shares, rateMicros: number = DEFAULT_FEE_RATE): Usd {
  const product = BigInt(rateMicros) * BigInt(price) * BigInt(1_000_000 - price) * BigInt(shares);
  return toUsd((product + CUBE - 1n) / CUBE);
}
