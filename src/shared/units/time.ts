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

/** The farthest that a date reaches from 1970: beyond, every date format of the platform throws. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/** True for a time that a date can have. */
export function isDate(ms: number): boolean {
  return Math.abs(ms) <= MAX_DATE_MS;
}

/** '2025-11-28T14:02:59.412Z'; a time that no date can have is named as what it is. */
export function formatIsoTime(ms: number): string {
  return isDate(ms) ? new Date(ms).toISOString() : `invalid time ${ms}`;
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
