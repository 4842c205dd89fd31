import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import {
  formatClockOffset,
  formatDateTime,
  formatDay,
  formatDayTime,
  formatHourMinute,
  formatMonth,
  formatStepTime,
  formatTime,
  formatTimeMs,
  formatTimeOrDay,
  formatTimeOrDayTime,
  formatUtcDay,
  formatYear,
  setClockOffset,
  setTimeZone,
  timeZoneLabel,
} from '#shared/text/times.ts';

const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 9, 5, 7, 42).getTime();

it('shortens a date to the parts that the current date leaves open', () => {
  const now = at(2026, 7, 28);
  expect(formatDateTime(now - 60_000, now)).toBe('today 09:04');
  expect(formatDateTime(at(2026, 7, 27), now)).toBe('27 Jul, 09:05');
  expect(formatDateTime(at(2025, 7, 28), now)).toBe('28 Jul 2025, 09:05');
});

it('gives a time of another day its day', () => {
  const now = at(2026, 7, 28);
  expect([formatTimeOrDay(now, now), formatTimeOrDayTime(now, now)]).toEqual(['09:05:07', '09:05:07']);
  const before = at(2026, 7, 27);
  expect([formatTimeOrDay(before, now), formatTimeOrDayTime(before, now)]).toEqual(['27 Jul', '27 Jul, 09:05']);
});

it('formats each part of a date in the local time zone', () => {
  const ms = at(2026, 11, 3);
  expect(formatTime(ms)).toBe('09:05:07');
  expect(formatTimeMs(ms)).toBe('09:05:07.042');
  expect(formatHourMinute(ms)).toBe('09:05');
  expect(formatDay(ms)).toBe('3 Nov');
  expect(formatMonth(ms)).toBe('Nov');
  expect(formatYear(ms)).toBe('2026');
  expect(formatDayTime(ms)).toBe('3 Nov, 09:05');
});

it('formats the offset between two clocks with its sign, in the unit that says something', () => {
  expect([12, -9_999, 15_000, -10_800_000].map(formatClockOffset)).toEqual(['+12 ms', '−9999 ms', '+15 s', '−3 h 0 m']);
});

it('names the day in UTC, whatever the time zone of this machine', () => {
  expect(formatUtcDay(Date.UTC(2026, 10, 22, 23, 59, 59))).toBe('22 Nov 2026');
  expect(formatUtcDay(Date.UTC(2026, 10, 23))).toBe('23 Nov 2026');
});

describe('exchange time', () => {
  afterEach(() => {
    setTimeZone('local');
    setClockOffset(0);
  });

  it('is UTC, with times of this machine corrected by the measured offset', () => {
    const ms = Date.UTC(2026, 10, 22, 23, 59, 58, 500);
    setTimeZone('exchange');
    setClockOffset(1_600);
    expect(timeZoneLabel()).toBe('UTC');
    expect(formatTimeMs(ms)).toBe('23:59:58.500');
    expect(formatTimeMs(ms, 'machine')).toBe('00:00:00.100');
    expect([formatDay(ms), formatDay(ms, 'machine')]).toEqual(['22 Nov', '23 Nov']);
    const later = ms + 3_600_000;
    expect(formatStepTime(ms, later)).toBe('22 Nov, 23:59:58.500');
    expect(formatStepTime(ms, later, 'machine')).toBe('00:00:00.100');
    expect(formatDateTime(ms, ms, 'machine')).toBe('today 00:00');
  });

  it('leaves local times as this machine has them', () => {
    setClockOffset(3_600_000);
    expect(timeZoneLabel()).toBe('local');
    expect(formatTime(at(2026, 11, 3), 'machine')).toBe('09:05:07');
  });
});

it('shows no time where there is none, and throws at no number', () => {
  const formats = [
    formatDateTime,
    formatDay,
    formatDayTime,
    formatHourMinute,
    formatMonth,
    formatStepTime,
    formatTime,
    formatTimeMs,
    formatTimeOrDay,
    formatTimeOrDayTime,
    formatUtcDay,
    formatYear,
  ] as readonly ((ms: number, nowMs: number) => string)[];
  for (const zone of ['local', 'exchange'] as const) {
    setTimeZone(zone);
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, -Number.MAX_VALUE, 1_795_000_000_000_000_000]) {
      for (const format of formats) expect(format(ms, 0)).toContain('invalid time');
    }
  }
});

it('is with shared/units/time the only place that turns a time into text', () => {
  const root = new URL('../../../../src/', import.meta.url);
  const isSource = (name: string): boolean => /\.tsx?$/.test(name) && !/^paper\b/.test(name);
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .filter((name) => {
      const text = readFileSync(new URL(name, root), 'utf8');
      return /toISOString|DateTimeFormat\(|toLocale(Date|Time)?String|RelativeTimeFormat/.test(text);
    });
  expect(users.toSorted()).toEqual(['shared/text/times.ts', 'shared/units/time.ts']);
});
