/** Plain numbers from text and bigint: counts, ids, times and chart coordinates, never money. */
import { quoteFound, UnitError } from './errors.ts';

/** Parses a whole number written in decimal digits. */
export function parseInteger(text: string): number {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new UnitError('a whole number', quoteFound(text));
  return value;
}

/** Parses a float for drawing, such as an underlying's price. */
export function parseReal(text: string): number {
  const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new UnitError('a number', quoteFound(text));
  return value;
}

/** Converts a bigint for drawing and counting; throws UnitError outside the safe integers. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new UnitError('a number below 2^53', quoteFound(value));
  return number;
}

/** Converts millionths to a float, for chart coordinates and bar sizes only. */
export function toReal(micros: number | bigint): number {
  return Number(micros) / 1_000_000;
}
