/**
 * Profit and loss of positions and of orders before they are placed.
 *
 * Units       Usd in millionths, rounded against the trader.
 */
import { MICROS } from '../units/micros.ts';
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd } from '../units/usd.ts';
import type { Position } from './account.ts';

/** Value at the mark less cost; null when mark or average price is not known. */
export function unrealizedPnl(position: Position, mark: Price | null): Usd | null {
  if (mark === null || position.averagePrice === null) return null;
  return toUsd(costFloor(mark, position.quantity) - costCeil(position.averagePrice, position.quantity));
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
