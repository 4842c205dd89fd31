/**
 * Profit and loss rebuilt from fills, and what a position would make if closed or determined.
 *
 * Units       Usd in millionths; average price as a Decimal string of millionths is never needed for signing.
 */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../units/usd.ts';
import type { Position } from './account.ts';

/** Mark value less cost of a holding; null when the average is not known. */
export function unrealizedPnl(position: Position, mark: Price | null): Usd | null {
  if (mark === null || position.averagePrice === null) return null;
  return toUsd(costFloor(mark, position.quantity) - costCeil(position.averagePrice, position.quantity));
}

/** Gain when the outcome wins and loss when it does not, of buying `shares` at `price`, before fees. */
export function outcomesOfBuy(price: Price, shares: Shares): { win: Usd; lose: Usd } {
  const stake = costCeil(price, shares);
  return { win: toUsd(BigInt(shares) - stake), lose: toUsd(-stake) };
}

/** Gain of selling shares bought at `average`, at `price`, before fees. */
export function gainIfClosed(average: Price, price: number, shares: Shares): Usd {
  const product = BigInt(shares) * (BigInt(price) - BigInt(average));
  const scale = BigInt(MICROS);
  // Toward the worse: bigint division cuts toward zero, which would flatter a loss.
  return toUsd(product < 0n ? (product - scale + 1n) / scale : product / scale);
}
