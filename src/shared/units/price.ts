/**
 * Price of one share, in millionths of a dollar, strictly between 0 and 1.
 *
 * Source      docs/exchange-interface.md#market.
 */
import { quoteFound, UnitError } from './errors.ts';
import { formatMicros, MICROS, parseMicros } from './micros.ts';

export type Price = number & { readonly unit: 'Price' };

export const MIN_PRICE = 1 as Price;
export const MAX_PRICE = (MICROS - 1) as Price;

/** Converts millionths; throws UnitError outside 1 … 999,999. */
export function toPrice(micros: number): Price {
  if (!Number.isSafeInteger(micros) || micros < MIN_PRICE || micros > MAX_PRICE) {
    throw new UnitError('a price between 0 and 1', quoteFound(micros));
  }
  return micros as Price;
}

/** Parses exchange text such as '0.61'. */
export function parsePrice(text: string): Price {
  const micros = parseMicros(text);
  if (micros < MIN_PRICE || micros > MAX_PRICE) throw new UnitError('a price between 0 and 1', quoteFound(text));
  return micros as Price;
}

/** Formats like the exchange, with the decimals of the tick: 610000 → '0.61'. */
export function formatPrice(price: Price, minDecimals = 2): string {
  return formatMicros(price, minDecimals);
}

/** Price of the other outcome: 1 − p. */
export function mirrorPrice(price: Price): Price {
  return (MICROS - price) as Price;
}
