/**
 * Unrealised profit and loss.
 *
 * Units       Usd in millionths, rounded against the trader.
 * Source      docs/profit-and-loss.md
 */
import { MICROS } from '../units/micros.ts';
import type { Shares } from '../units/shares.ts';
import { toUsd, type Usd } from '../units/usd.ts';

/** Value of `shares` at a mark (millionths, 0 … 1,000,000) less their cost, before fees. */
export function unrealizedPnl(shares: Shares, cost: Usd, markValue: number): Usd {
  return toUsd((BigInt(markValue) * BigInt(shares)) / BigInt(MICROS) - cost);
}
