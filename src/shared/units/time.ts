/**
 * Times in milliseconds of a named clock.
 *
 * Units       `exchangeTimeMs`, `receivedAtMs`, `sentAtMs` are Unix milliseconds; never `timestamp` alone.
 */
import { quoteFound, UnitError } from './errors.ts';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Parses ISO 8601 text with a zone into Unix milliseconds. */
export function parseIsoTime(text: string): number {
  const value = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new UnitError('a time in ISO 8601 with a zone', quoteFound(text));
  return value;
}

export const DAY_MS = 24 * 60 * 60_000;

/** Start of the UTC day of a time, in Unix ms. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

/** Converts Unix seconds or milliseconds, told apart by magnitude: seconds stay below 10^11 until the year 5138. */
export function toUnixMs(value: number): number {
  if (!Number.isFinite(value) || value < 0) throw new UnitError('a Unix time', quoteFound(value));
  return value < 100_000_000_000 ? Math.round(value * 1000) : Math.round(value);
}
