/** Parser of the Retry-After header. */
import { parseInteger } from '#shared/units/numbers.ts';
import type { HttpResponse } from './http.ts';

/** Bounds a wrong header: the terminal must not wait for a year. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Parses seconds or an HTTP date into a delay in ms, at most a day; null when absent or malformed. */
export function parseRetryAfter(response: Pick<HttpResponse, 'header'>, nowMs: number): number | null {
  const text = response.header('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(parseInteger(text) * 1000, MAX_RETRY_AFTER_MS);
  const atMs = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(atMs) ? Math.min(Math.max(0, atMs - nowMs), MAX_RETRY_AFTER_MS) : null;
}
