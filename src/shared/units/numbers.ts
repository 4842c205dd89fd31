/** The only place where text or a bigint becomes a plain number: counts, ids, times and chart coordinates, never money. */
import { quoteFound, UnitError } from './errors.ts';

/** Parses a whole number written in decimal digits. */
export function parseInteger(text: string): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UnitError('a whole number', quoteFound(text));
  return value;
}

/** Parses text as a float for drawing (an underlying's price, a candle served as text). */
export function parseReal(text: string): number {
  const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new UnitError('a number', quoteFound(text));
  return value;
}

/** A bigint as a number, for drawing and counting; throws UnitError when it would lose digits. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new UnitError('a number below 2^53', quoteFound(value));
  return number;
}

/** Millionths as a float, for chart coordinates and sizes of bars only. */
export function toReal(micros: number | bigint): number {
  return Number(micros) / 1_000_000;
}
