/**
 * Walks a book: what an order would trade at once, at which value and fee.
 *
 * Shape       Levels are [price, shares, …] of one column of the YES book, best first.
 * Units       Millionths; values are rounded against the trader. A resting part pays no fee.
 * Source      docs/profit-and-loss.md; docs/assumptions.md#fee-reserve.
 */
import type { Direction, Side } from '../market/outcome.ts';
import { MICROS } from '../units/micros.ts';
import { toNumber } from '../units/numbers.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, costFloor, toUsd, type Usd, ZERO_USD } from '../units/usd.ts';
import { maxTakerFee } from './fees.ts';

const SCALE = BigInt(MICROS);

export interface Walk {
  /** Shares that would trade immediately at the limit price or better. */
  readonly traded: Shares;
  /** Their average price, rounded against the trader; null when nothing would trade. */
  readonly average: Price | null;
  /** What they cost or bring. */
  readonly value: Usd;
  /** Their taker fee. */
  readonly fee: Usd;
  readonly rests: Shares;
}

/** Side of the YES book that an order trades against. */
export function oppositeColumn(side: Side, direction: Direction): 'bids' | 'asks' {
  return (side === 'yes') === (direction === 'buy') ? 'asks' : 'bids';
}

export interface WalkedOrder {
  readonly side: Side;
  readonly direction: Direction;
  readonly price: Price;
  readonly shares: Shares;
}

/** Walks the opposite column up to the limit price. */
export function walkBook(levels: Float64Array, order: WalkedOrder, feeRateMicros: number): Walk {
  const { side, direction, price: limit, shares } = order;
  let left: number = shares;
  let paid = 0n;
  let fee = 0n;
  for (let at = 0; at + 1 < levels.length && left > 0; at += 2) {
    const price = priceAt(levels, at, side);
    if (direction === 'buy' ? price > limit : price < limit) break;
    const part = toShares(Math.min(left, levels[at + 1]!));
    paid += BigInt(price) * BigInt(part);
    fee += maxTakerFee(price, part, feeRateMicros);
    left -= part;
  }
  const traded = toShares(shares - left);
  if (traded === 0) return { traded, average: null, value: ZERO_USD, fee: ZERO_USD, rests: shares };
  const average = direction === 'buy' ? ceilDivide(paid, BigInt(traded)) : paid / BigInt(traded);
  const value = direction === 'buy' ? ceilDivide(paid, SCALE) : paid / SCALE;
  return {
    traded,
    average: toNumber(average) as Price,
    value: toUsd(value),
    fee: toUsd(fee),
    rests: toShares(left),
  };
}

/** What an order is worth in total: the part that trades at the book's prices, the rest at the limit price. */
export function valueOfWalk({ value, rests }: Walk, { direction, price }: WalkedOrder): Usd {
  return toUsd(value + (direction === 'buy' ? costCeil(price, rests) : costFloor(price, rests)));
}

function priceAt(levels: Float64Array, at: number, side: Side): Price {
  return (side === 'yes' ? levels[at]! : MICROS - levels[at]!) as Price;
}

function ceilDivide(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
