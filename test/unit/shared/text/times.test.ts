import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as times from '#shared/text/times.ts';
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

/** Zones west and east of UTC, with whole and half hours, and with and without changes of the clock. */
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;
type Zone = (typeof ZONES)[number];

/** What every formatter of this file says of a time in each zone; a clock change is in the middle of each pair of times. */
const TABLE: readonly {
  readonly name: string;
  readonly ms: number;
  readonly says: Readonly<Record<Zone, string>>;
}[] = [
  {
    name: 'midnight of a day in UTC',
    ms: Date.UTC(2026, 10, 28),
    says: {
      UTC: '28 Nov, 00:00',
      'America/New_York': '27 Nov, 19:00',
      'Asia/Kolkata': '28 Nov, 05:30',
      'Pacific/Auckland': '28 Nov, 13:00',
    },
  },
  {
    name: 'the last minute before New York’s clock goes back',
    ms: Date.UTC(2026, 10, 1, 5, 59),
    says: {
      UTC: '1 Nov, 05:59',
      'America/New_York': '1 Nov, 01:59',
      'Asia/Kolkata': '1 Nov, 11:29',
      'Pacific/Auckland': '1 Nov, 18:59',
    },
  },
  {
    name: 'the first minute after it',
    ms: Date.UTC(2026, 10, 1, 6, 0),
    says: {
      UTC: '1 Nov, 06:00',
      'America/New_York': '1 Nov, 01:00',
      'Asia/Kolkata': '1 Nov, 11:30',
      'Pacific/Auckland': '1 Nov, 19:00',
    },
  },
  {
    name: 'the first minute after New York’s clock went forward',
    ms: Date.UTC(2026, 2, 8, 7, 0),
    says: {
      UTC: '8 Mar, 07:00',
      'America/New_York': '8 Mar, 03:00',
      'Asia/Kolkata': '8 Mar, 12:30',
      'Pacific/Auckland': '8 Mar, 20:00',
    },
  },
  {
    name: 'the first minute after Auckland’s clock went forward',
    ms: Date.UTC(2026, 8, 26, 14, 0),
    says: {
      UTC: '26 Sept, 14:00',
      'America/New_York': '26 Sept, 10:00',
      'Asia/Kolkata': '26 Sept, 19:30',
      'Pacific/Auckland': '27 Sept, 03:00',
    },
  },
  {
    name: 'the first minute after Auckland’s clock went back',
    ms: Date.UTC(2026, 3, 4, 14, 0),
    says: {
      UTC: '4 Apr, 14:00',
      'America/New_York': '4 Apr, 10:00',
      'Asia/Kolkata': '4 Apr, 19:30',
      'Pacific/Auckland': '5 Apr, 02:00',
    },
  },
  {
    name: 'the turn of the year in UTC',
    ms: Date.UTC(2027, 0, 1),
    says: {
      UTC: '1 Jan, 00:00',
      'America/New_York': '31 Dec, 19:00',
      'Asia/Kolkata': '1 Jan, 05:30',
      'Pacific/Auckland': '1 Jan, 13:00',
    },
  },
];

describe.each(ZONES)('in %s', (zone) => {
  const { DateTimeFormat } = Intl;
  /** The machine's zone, which a worker's environment does not change. */
  beforeEach(() => {
    Intl.DateTimeFormat = class extends DateTimeFormat {
      constructor(locales?: string, options?: Intl.DateTimeFormatOptions) {
        super(locales, { timeZone: zone, ...options });
      }
    } as typeof DateTimeFormat;
    setTimeZone('local');
  });
  afterEach(() => {
    Intl.DateTimeFormat = DateTimeFormat;
    setTimeZone('local');
  });

  it('every formatter agrees on each day and time, across the changes of the clock', () => {
    for (const { name, ms, says } of TABLE) {
      const [day = '', time = ''] = says[zone].split(', ');
      expect([name, times.formatDayTime(ms)]).toEqual([name, says[zone]]);
      expect(times.formatDay(ms)).toBe(day);
      expect(times.formatHourMinute(ms)).toBe(time);
      expect(times.formatTime(ms)).toBe(`${time}:00`);
      expect(times.formatTimeMs(ms)).toBe(`${time}:00.000`);
      expect(times.formatMonth(ms)).toBe(day.split(' ')[1]);
      expect(times.formatDateTime(ms, ms)).toBe(`today ${time}`);
      expect(times.formatDateTime(ms, ms + 3 * 86_400_000)).toMatch(new RegExp(`^${day}( 20\\d\\d)?, ${time}$`));
      expect(times.formatStepTime(ms, ms + 3 * 86_400_000)).toBe(`${day}, ${time}:00.000`);
      expect(times.formatTimeOrDay(ms, ms + 3 * 86_400_000)).toBe(day);
      expect(times.formatTimeOrDayTime(ms, ms + 3 * 86_400_000)).toBe(says[zone]);
      const utc = TABLE.find((row) => row.ms === ms)!.says.UTC.split(', ')[0]!;
      expect(times.formatUtcDay(ms)).toMatch(new RegExp(`^${utc} 20\\d\\d$`));
      expect(times.formatUtcDayOfMonth(ms)).toBe(utc);
      expect(times.formatUtcMonth(ms)).toBe(utc.split(' ')[1]);
      // The offset is that of the clock that is shown.
      const shown = ms + times.zoneOffsetMs(ms);
      expect(new Date(shown).toISOString().slice(11, 16)).toBe(time);
    }
    expect(times.formatUtcYear(Date.UTC(2027, 0, 1))).toBe('2027');
    expect(times.formatYear(Date.UTC(2027, 0, 1))).toBe(zone === 'America/New_York' ? '2026' : '2027');
  });

  it('sets ticks where the shown clock stands at whole steps, on both sides of a change', () => {
    for (const { ms } of TABLE) {
      const days = times.listClockTicks(ms - 3 * 86_400_000, ms + 3 * 86_400_000, 86_400_000, 20);
      expect(days.map((at) => times.formatHourMinute(at)).filter((text) => text !== '00:00')).toEqual([]);
      expect(days.length).toBeGreaterThanOrEqual(5);
      const quarters = times.listClockTicks(ms - 86_400_000, ms + 86_400_000, 6 * 3_600_000, 20);
      for (const at of quarters) expect(times.formatHourMinute(at)).toMatch(/^(00|06|12|18):00$/);
      expect(quarters.toSorted((a, b) => a - b)).toEqual(quarters);
      expect(new Set(quarters).size).toBe(quarters.length);
    }
  });
});
