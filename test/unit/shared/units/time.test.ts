import { describe, expect, it } from 'vitest';
import { UnitError } from '#shared/units/errors.ts';
import { formatIsoTime, parseIsoTime, toUnixMs } from '#shared/units/time.ts';

describe('times', () => {
  it('are parsed from ISO text with a zone', () => {
    expect(parseIsoTime('2026-01-02T03:04:05Z')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
    expect(parseIsoTime('2026-01-02T03:04:05.678Z')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
    expect(parseIsoTime('2026-01-02T03:04+01:00')).toBe(Date.UTC(2026, 0, 2, 2, 4));
  });

  it('refuse text without a zone or a time', () => {
    for (const text of ['2026-01-02T03:04:05', '2026-01-02', '', 'yesterday', '2026-13-01T00:00:00Z', '1767322800']) {
      expect(() => parseIsoTime(text)).toThrow(UnitError);
    }
  });

  it('are converted from seconds and milliseconds by magnitude', () => {
    expect(toUnixMs(1_767_322_800)).toBe(1_767_322_800_000);
    expect(toUnixMs(1_767_322_800_123)).toBe(1_767_322_800_123);
    expect(toUnixMs(1_767_322_800.5)).toBe(1_767_322_800_500);
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => toUnixMs(value)).toThrow(UnitError);
  });

  it('are written as ISO text, and as what they are where no date has them', () => {
    expect(formatIsoTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe('2026-01-02T03:04:05.678Z');
    expect(formatIsoTime(1_795_000_000_000_000_000)).toBe('invalid time 1795000000000000000');
    expect(formatIsoTime(Number.NaN)).toBe('invalid time NaN');
  });
});
