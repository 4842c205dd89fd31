/**
 * Dates and times of day, in this machine's time zone or in exchange time; days in UTC; the offset between two clocks.
 *
 * Units       Unix ms in. Durations: `shared/base/formatDuration`.
 * Invariants  Never throws: a time that no date can have is INVALID_TIME. Exchange time is UTC by the exchange's clock: a time of this machine's clock is corrected by the measured offset.
 */
import { formatDuration } from '../base/formatDuration.ts';
import { MINUS } from '../base/groupDigits.ts';
import type { TimeZoneChoice } from '../ipc/preferences.ts';
import { isDate } from '../units/time.ts';

/** The clock that a time was read from. */
export type ClockName = 'exchange' | 'machine';

type Parts = Intl.DateTimeFormatOptions;
const PARTS = {
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
  hourMinute: { hour: '2-digit', minute: '2-digit', hour12: false },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  clock: {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  },
} as const satisfies Readonly<Record<string, Parts>>;

type FormatName = keyof typeof PARTS;

const INVALID_TIME = 'invalid time';

interface Format {
  format(ms: number): string;
}

function guard(format: Format): Format {
  return { format: (ms) => (isDate(ms) ? format.format(ms) : INVALID_TIME) };
}

/** The formats of a time zone; without one, this machine's. Each is built when it is first used: twelve take a start 20 ms. */
function openFormats(zone?: 'UTC'): (name: FormatName) => Format {
  const built: Partial<Record<FormatName, Format>> = {};
  return (name) => {
    built[name] ??= guard(new Intl.DateTimeFormat('en-GB', zone ? { ...PARTS[name], timeZone: zone } : PARTS[name]));
    return built[name];
  };
}

const UTC = openFormats('UTC');

let formats = openFormats();
let offsetMs = 0;

/** Chosen for the whole page; 'local' is the zone that this machine has now. */
export function setTimeZone(zone: TimeZoneChoice): void {
  formats = zone === 'local' ? openFormats() : UTC;
  offsets.clear();
}

/** Offsets of the shown zone by quarter of an hour: no zone changes its clock within one. */
const offsets = new Map<number, number>();
const QUARTER_MS = 900_000;
const MOST_OFFSETS = 20_000;

/** What the shown clock is ahead of UTC at this time, in ms; 0 for exchange time. */
export function zoneOffsetMs(ms: number): number {
  if (formats === UTC) return 0;
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const startMs = quarter * QUARTER_MS;
  // '27/11/2026, 19:00:00'
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = (
    formats('clock').format(startMs).match(/\d+/g) ?? []
  ).map((digits) => Math.trunc(+digits));
  if (year === 0) return 0;
  const clockMs = Date.UTC(year, month - 1, day, hour, minute, second);
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(quarter, clockMs - startMs);
  return clockMs - startMs;
}

const DAY_MS = 86_400_000;

/**
 * Times at which the shown clock stands at whole steps from the midnight before `fromMs`, across its changes; at most `most`.
 * A step of whole days is at each midnight of the clock, 23 or 25 hours after the last where it changes.
 */
export function listClockTicks(fromMs: number, toMs: number, stepMs: number, most: number): number[] {
  const ticks: number[] = [];
  const fromClock = fromMs + zoneOffsetMs(fromMs);
  for (let clock = Math.floor(fromClock / DAY_MS) * DAY_MS; ticks.length < most; clock += stepMs) {
    // The first guess may be on the other side of a change.
    const guess = clock - zoneOffsetMs(clock);
    const at = clock - zoneOffsetMs(guess);
    if (at > toMs) break;
    if (at >= fromMs && at > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(at);
  }
  return ticks;
}

/** The exchange's clock less this machine's, as last measured. */
export function setClockOffset(measuredMs: number): void {
  offsetMs = measuredMs;
}

/** 'UTC' while times are exchange times, else 'local'. */
export function timeZoneLabel(): string {
  return formats === UTC ? 'UTC' : 'local';
}

function toZone(ms: number, clock: ClockName): number {
  return clock === 'machine' && formats === UTC ? ms + offsetMs : ms;
}

/** '28 Nov 2025', the day in UTC. */
export function formatUtcDay(ms: number): string {
  return UTC('dayOfYear').format(ms);
}

/** '28 Nov', the day in UTC. */
export function formatUtcDayOfMonth(ms: number): string {
  return UTC('day').format(ms);
}

/** 'Nov', the month in UTC. */
export function formatUtcMonth(ms: number): string {
  return UTC('month').format(ms);
}

/** '2026', the year in UTC. */
export function formatUtcYear(ms: number): string {
  return UTC('year').format(ms);
}

/** '14:02:59'. */
export function formatTime(ms: number, clock: ClockName = 'exchange'): string {
  return formats('time').format(toZone(ms, clock));
}

/** '14:02:59.412'. */
export function formatTimeMs(ms: number, clock: ClockName = 'exchange'): string {
  const at = toZone(ms, clock);
  if (!isDate(at)) return INVALID_TIME;
  return `${formats('time').format(at)}.${String(Math.trunc(at) % 1000).padStart(3, '0')}`;
}

/** '14:02'. */
export function formatHourMinute(ms: number): string {
  return formats('hourMinute').format(ms);
}

/** '28 Nov'. */
export function formatDay(ms: number, clock: ClockName = 'exchange'): string {
  return formats('day').format(toZone(ms, clock));
}

/** 'Nov'. */
export function formatMonth(ms: number): string {
  return formats('month').format(ms);
}

/** '2026'. */
export function formatYear(ms: number): string {
  return formats('year').format(ms);
}

/** '28 Nov, 14:02'. */
export function formatDayTime(ms: number): string {
  return `${formatDay(ms)}, ${formatHourMinute(ms)}`;
}

/** Day and time without the parts that `nowMs` makes obvious: 'today 14:02', '28 Nov, 14:02', '28 Nov 2025, 14:02'. */
export function formatDateTime(ms: number, nowMs: number, clock: ClockName = 'exchange'): string {
  const at = toZone(ms, clock);
  const time = formats('hourMinute').format(at);
  if (isSameDay(at, toZone(nowMs, clock))) return `today ${time}`;
  const isThisYear = formats('year').format(at) === formats('year').format(toZone(nowMs, clock));
  return `${formats(isThisYear ? 'day' : 'dayOfYear').format(at)}, ${time}`;
}

/** '14:02:59.412', or '28 Nov, 14:02:59.412' on another day than `nowMs`. */
export function formatStepTime(ms: number, nowMs: number, clock: ClockName = 'exchange'): string {
  const time = formatTimeMs(ms, clock);
  return isSameDay(toZone(ms, clock), toZone(nowMs, clock)) ? time : `${formatDay(ms, clock)}, ${time}`;
}

/** True on the day of `nowMs`, a time of this machine's clock. */
export function isToday(ms: number, nowMs: number): boolean {
  return isSameDay(ms, toZone(nowMs, 'machine'));
}

/** '14:02:59' on the day of `nowMs`, else '28 Nov': for a narrow column. */
export function formatTimeOrDay(ms: number, nowMs: number): string {
  return isToday(ms, nowMs) ? formatTime(ms) : formatDay(ms);
}

/** '14:02:59' on the day of `nowMs`, else '28 Nov, 14:02'. */
export function formatTimeOrDayTime(ms: number, nowMs: number): string {
  return isToday(ms, nowMs) ? formatTime(ms) : formatDayTime(ms);
}

export function isSameDay(ms: number, otherMs: number): boolean {
  return formats('dayOfYear').format(ms) === formats('dayOfYear').format(otherMs);
}

/** '+12 ms', '−4 s', '+3 h 2 m': the exchange's clock less this machine's. */
export function formatClockOffset(clockOffsetMs: number): string {
  const size = Math.abs(clockOffsetMs);
  return `${clockOffsetMs < 0 ? MINUS : '+'}${size < 10_000 ? `${size} ms` : formatDuration(size)}`;
}
