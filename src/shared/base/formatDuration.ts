/**
 * Durations as short text, cut down to the units that matter.
 *
 * Units       Milliseconds in; negative counts as 0.
 */
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

export interface DurationOptions {
  /** Tenths of a second below 10 s. */
  readonly tenths?: boolean;
  /** Seconds beside minutes below one hour. */
  readonly seconds?: boolean;
}

/** '4 s', '12 m', '2 h 14 m', '3 d'; with `tenths` '4.1 s', with `seconds` '12 m 05 s'. */
export function formatDuration(ms: number, { tenths = false, seconds = false }: DurationOptions = {}): string {
  const span = Math.max(0, ms);
  if (tenths && span < 10 * SECOND) return `${Math.floor(span / SECOND)}.${Math.floor((span % SECOND) / 100)} s`;
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) {
    const minutes = `${Math.floor(span / MINUTE)} m`;
    return seconds ? `${minutes} ${String(Math.floor((span % MINUTE) / SECOND)).padStart(2, '0')} s` : minutes;
  }
  if (span < DAY) return `${Math.floor(span / HOUR)} h ${Math.floor((span % HOUR) / MINUTE)} m`;
  return `${Math.floor(span / DAY)} d`;
}

/** A setting of whole minutes in words: '1 minute', '30 minutes', '1 hour', '2 hours'. */
export function formatMinutes(minutes: number): string {
  if (minutes >= 60 && minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
