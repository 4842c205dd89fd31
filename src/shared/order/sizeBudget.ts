/**
 * Size of an order in dollars: as many whole contracts as the amount pays for at a price.
 *
 * Units       Usd and shares in millionths.
 */
import type { Direction } from '../market/outcome.ts';
import { MICROS } from '../units/micros.ts';
import { toNumber } from '../units/numbers.ts';
import type { Price } from '../units/price.ts';
import { type Shares, toShares } from '../units/shares.ts';
import { costCeil, type Usd } from '../units/usd.ts';
import { maxTakerFee } from './fees.ts';

/** A billion contracts: a larger quantity is no safe integer. */
const MAX_CONTRACTS = 1_000_000_000n;

export interface SizeBudget {
  readonly amount: Usd;
  /** The largest loss of a buy: the fee reserve is inside the amount. */
  readonly withFee: boolean;
}

/** The most whole contracts that a budget pays for at `price`. */
export function sharesForBudget(
  { amount, withFee }: SizeBudget,
  direction: Direction,
  price: Price,
  feeRateMicros: number,
): Shares {
  const hasFee = withFee && direction === 'buy';
  const one = toShares(MICROS);
  const per = costCeil(price, one) + (hasFee ? maxTakerFee(price, one, feeRateMicros) : 0n);
  let whole = amount / per;
  if (whole >= MAX_CONTRACTS) return toShares(toNumber(MAX_CONTRACTS) * MICROS);
  if (hasFee) {
    // The fee of many is rounded up once, not once a contract: a few more may fit.
    const loss = (count: bigint): bigint => {
      const shares = toShares(toNumber(count) * MICROS);
      return costCeil(price, shares) + maxTakerFee(price, shares, feeRateMicros);
    };
    while (whole < MAX_CONTRACTS && loss(whole + 1n) <= amount) whole += 1n;
  }
  return toShares(toNumber(whole) * MICROS);
}
