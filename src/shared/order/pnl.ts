/**
 * Profit and loss of positions and of orders before they are placed.
 *
 * Units       Usd in millionths, rounded against the trader.
 */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { costCeil, toUsd, type Usd } from '../units/usd.ts';

/** Value of `shares` at a mark (millionths, 0 … 1,000,000) less their cost, before fees. */
export function unrealizedPnl(shares: Shares, cost: Usd, markValue: number): Usd {
  return toUsd((BigInt(markValue) * BigInt(shares)) / BigInt(MICROS) - cost);
}

/** Gain if the outcome wins and loss if it does not, for a buy, before fees. */
export function outcomesOfBuy(price: Price, shares: Shares): { win: Usd; lose: Usd } {
  const stake = costCeil(price, shares);
  return { win: toUsd(BigInt(shares) - stake), lose: toUsd(-stake) };
}

/** Gain of selling at `price` what was bought at `average`, before fees. */
export function gainIfClosed(average: Price, price: number, shares: Shares): Usd {
  const product = BigInt(shares) * (BigInt(price) - BigInt(average));
  const scale = BigInt(MICROS);
  // Rounded down: bigint division truncates toward zero, which would understate a loss.
  return toUsd(product < 0n ? (product - scale + 1n) / scale : product / scale);
}
