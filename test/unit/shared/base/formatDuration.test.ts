import { describe, expect, it } from 'vitest';
import { formatDuration, formatMinutes } from '#shared/base/formatDuration.ts';

describe('durations', () => {
  it('show the units that matter, cut down', () => {
    expect(
      [-5, 0, 4_199, 59_999, 60_000, 3_599_999, 8_040_000, 86_399_999, 86_400_000].map((ms) => formatDuration(ms)),
    ).toEqual(['0 s', '0 s', '4 s', '59 s', '1 m', '59 m', '2 h 14 m', '23 h 59 m', '1 d']);
  });

  it('show tenths or seconds where they are wanted', () => {
    expect(formatDuration(4_199, { tenths: true })).toBe('4.1 s');
    expect(formatDuration(10_000, { tenths: true })).toBe('10 s');
    expect(formatDuration(725_000, { seconds: true })).toBe('12 m 05 s');
    expect(formatDuration(3_600_000, { seconds: true })).toBe('1 h 0 m');
  });

  it('name whole minutes and hours', () => {
    expect([1, 30, 60, 90, 120].map(formatMinutes)).toEqual([
      '1 minute',
      '30 minutes',
      '1 hour',
      '90 minutes',
      '2 hours',
    ]);
  });
});
