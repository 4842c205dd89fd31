/** Quantity of outcome shares (the exchange's volume), in millionths; a safe integer ≥ 0. */
import { quoteFound, UnitError } from './errors.ts';
import { formatMicros, parseMicros } from './micros.ts';

export type Shares = number & { readonly unit: 'Shares' };

export const ZERO_SHARES = 0 as Shares;

/** Converts millionths; throws UnitError for a negative value or one that is not a safe integer. */
export function toShares(micros: number): Shares {
  if (!Number.isSafeInteger(micros) || micros < 0) {
    throw new UnitError('a quantity of shares not below 0', quoteFound(micros));
  }
  return micros as Shares;
}

/** Parses exchange text such as '150' or '2.5'. */
export function parseShares(text: string): Shares {
  return toShares(parseMicros(text));
}

/** Formats as plain decimal text: 2_500_000 → '2.5'. */
export function formatShares(shares: Shares, minDecimals = 0): string {
  return formatMicros(shares, minDecimals);
}
