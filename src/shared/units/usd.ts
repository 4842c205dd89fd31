/**
 * Amount of collateral in millionths of a dollar; a bigint, because price × shares exceeds the safe integers.
 *
 * Invariants  `cost` throws instead of rounding, so that a signed amount is exact.
 */
import { UnitError } from './errors.ts';
import { formatMicros, parseMicrosBig } from './micros.ts';
import type { Price } from './price.ts';
import type { Shares } from './shares.ts';

export type Usd = bigint & { readonly unit: 'Usd' };

const SCALE = 1_000_000n;
export const ZERO_USD = 0n as Usd;

/** Parses exchange text such as '9412.36'; may be negative. */
export function parseUsd(text: string): Usd {
  return parseMicrosBig(text) as Usd;
}

/** Formats as plain decimal text with at least two decimals. */
export function formatUsd(usd: Usd, minDecimals = 2): string {
  return formatMicros(usd, minDecimals);
}

export function toUsd(micros: bigint): Usd {
  return micros as Usd;
}

/** True when price × shares is a whole number of millionths. */
export function isExactCost(price: Price, shares: Shares): boolean {
  return (BigInt(price) * BigInt(shares)) % SCALE === 0n;
}

/** Price × shares, exact; throws UnitError when it has a seventh decimal. */
export function cost(price: Price, shares: Shares): Usd {
  const product = BigInt(price) * BigInt(shares);
  if (product % SCALE !== 0n) {
    throw new UnitError('price × volume with at most six decimals', `${formatMicros(price)} × ${formatMicros(shares)}`);
  }
  return (product / SCALE) as Usd;
}

/** Price × shares rounded up, for budgets. */
export function costCeil(price: Price, shares: Shares): Usd {
  return ((BigInt(price) * BigInt(shares) + SCALE - 1n) / SCALE) as Usd;
}

/** Price × shares rounded down, for proceeds. */
export function costFloor(price: Price, shares: Shares): Usd {
  return ((BigInt(price) * BigInt(shares)) / SCALE) as Usd;
}
