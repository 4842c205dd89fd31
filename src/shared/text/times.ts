/**
 * Dates and times of day in this machine's time zone, days in UTC, and the offset between two clocks.
 *
 * Units       Unix ms in. Durations: `shared/base/formatDuration`.
 */
import { formatDuration } from '../base/formatDuration.ts';
import { MINUS } from '../base/groupDigits.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const HOUR_MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const YEAR = new Intl.DateTimeFormat('en-GB', { year: 'numeric' });

const UTC_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** '28 Nov 2025', the day in UTC. */
export function formatUtcDay(ms: number): string {
  return UTC_DAY.format(ms);
}

/** '14:02:59'. */
export function formatTime(ms: number): string {
  return TIME.format(ms);
}

/** '14:02:59.412'. */
export function formatTimeMs(ms: number): string {
  return `${TIME.format(ms)}.${String(Math.trunc(ms) % 1000).padStart(3, '0')}`;
}

/** '14:02'. */
export function formatHourMinute(ms: number): string {
  return HOUR_MINUTE.format(ms);
}

/** '28 Nov'. */
export function formatDay(ms: number): string {
  return DAY.format(ms);
}

/** 'Nov'. */
export function formatMonth(ms: number): string {
  return MONTH.format(ms);
}

/** '2026'. */
export function formatYear(ms: number): string {
  return YEAR.format(ms);
}

/** '28 Nov, 14:02'. */
export function formatDayTime(ms: number): string {
  return `${DAY.format(ms)}, ${HOUR_MINUTE.format(ms)}`;
}

/** Day and time without the parts that `nowMs` makes obvious: 'today 14:02', '28 Nov, 14:02', '28 Nov 2025, 14:02'. */
export function formatDateTime(ms: number, nowMs: number): string {
  const time = HOUR_MINUTE.format(ms);
  if (isSameDay(ms, nowMs)) return `today ${time}`;
  return `${YEAR.format(ms) === YEAR.format(nowMs) ? DAY.format(ms) : DAY_OF_YEAR.format(ms)}, ${time}`;
}

export function isSameDay(ms: number, otherMs: number): boolean {
  return DAY_OF_YEAR.format(ms) === DAY_OF_YEAR.format(otherMs);
}

/** '+12 ms', '−4 s', '+3 h 2 m': the exchange's clock less this machine's. */
export function formatClockOffset(offsetMs: number): string {
  const size = Math.abs(offsetMs);
  return `${offsetMs < 0 ? MINUS : '+'}${size < 10_000 ? `${size} ms` : formatDuration(size)}`;
}
