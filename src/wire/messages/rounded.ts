/**
 * Decimal figures that are shown but never signed: averages, candles, volumes of a day.
 *
 * Units       Millionths, nearest; a JSON number counts by its decimal text, so that 0.29 is 290,000.
 */
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { parseMicros } from '#shared/units/micros.ts';
import { MAX_PRICE, MIN_PRICE, type Price } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { type Read, translate } from './reader.ts';
import { refuse } from './wireError.ts';

const DECIMAL = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i;

/** Plain decimal text, with exponents written out. */
export function plainDecimal(text: string): string {
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

/** Decimal text or a number to the nearest millionth, halves away from zero. */
export function roundToMicros(value: string | number): number {
  const text = plainDecimal(typeof value === 'number' ? String(value) : value);
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length <= 6) return parseMicros(text);
  const cut = parseMicros(`${whole}.${fraction.slice(0, 6)}`);
  if (fraction.charCodeAt(6) < 53) return cut;
  return whole.startsWith('-') ? cut - 1 : cut + 1;
}

export const readRounded: Read<number> = (value, place) => {
  if (typeof value !== 'string' && typeof value !== 'number') throw refuse(place, 'a decimal number', value);
  return translate(roundToMicros, value, place);
};

export const readRoundedShares: Read<Shares> = (value, place) => translate(toShares, readRounded(value, place), place);

/** A shown price; 0 and 1 (never traded, settled) have no place on a book and read as null. */
export const readShownPrice: Read<Price | null> = (value, place) => {
  const micros = readRounded(value, place);
  if (micros < 0 || micros > MAX_PRICE + 1) throw refuse(place, 'a price from 0 to 1', value);
  return micros < MIN_PRICE || micros > MAX_PRICE ? null : (micros as Price);
};
