/**
 * Rounded decimals for display, never signed: averages, candles, daily volumes.
 *
 * Units       Millionths, rounded to nearest; a JSON number is rounded from its decimal text, so 0.29 is 290,000.
 */
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { parseMicros } from '#shared/units/micros.ts';
import { MAX_PRICE, MIN_PRICE, type Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { parseAt, type Reader } from './jsonReader.ts';
import { unexpectedValue } from './wireError.ts';

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i;

/** Writes out the exponent: '1.5e-3' becomes '0.0015'. */
export function expandExponent(text: string): string {
  const match = text.length <= 64 ? DECIMAL.exec(text) : null;
  if (!match || `${match[2]}${match[3] ?? ''}` === '') throw new UnitError('a decimal number', quoteFound(text));
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  let shift = 0;
  for (const digit of exponentText.replace(/^[+-]/, '')) shift = shift * 10 + (digit.charCodeAt(0) - 48);
  if (exponentText.startsWith('-')) shift = -shift;
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  return `${sign}${digits.slice(0, point) || '0'}${point < digits.length ? `.${digits.slice(point)}` : ''}`;
}

/** Rounds decimal text or a number to the nearest millionth, halves away from zero. */
export function roundToMicros(value: string | number): number {
  const text = expandExponent(typeof value === 'number' ? String(value) : value);
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length <= 6) return parseMicros(text);
  const cut = parseMicros(`${whole}.${fraction.slice(0, 6)}`);
  if (fraction.charCodeAt(6) < 53) return cut;
  return whole.startsWith('-') ? cut - 1 : cut + 1;
}

export const readRounded: Reader<number> = (value, path) => {
  if (typeof value !== 'string' && typeof value !== 'number') throw unexpectedValue(path, 'a decimal number', value);
  return parseAt(roundToMicros, value, path);
};

export const readRoundedShares: Reader<Shares> = (value, path) => parseAt(toShares, readRounded(value, path), path);

/** A price for display; null for 0 and 1 (never traded, settled), which are not prices of a book. */
export const readDisplayPrice: Reader<Price | null> = (value, path) => {
  const micros = readRounded(value, path);
  if (micros < 0 || micros > MAX_PRICE + 1) throw unexpectedValue(path, 'a price from 0 to 1', value);
  return micros < MIN_PRICE || micros > MAX_PRICE ? null : (micros as Price);
};
