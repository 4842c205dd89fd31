import { describe, expect, it } from 'vitest';
import { areDaily, formatAxisTime, isCutAt, weighMark } from '#renderer/panes/chart/plot/timeAxis.ts';

describe('isCutAt', () => {
  it('is true of a label that reaches over an edge of the axis', () => {
    const cut = [0, 15, 25, 250, 485, 500].map((x) => isCutAt(x, 500, 11));
    expect(cut).toEqual([true, true, false, false, true, true]);
  });

  it('grows with the size of the text', () => {
    expect(isCutAt(25, 500, 11)).toBe(false);
    expect(isCutAt(25, 500, 16)).toBe(true);
  });

  it('is false of a label out of sight, which the library does not draw', () => {
    expect(isCutAt(null, 500, 11)).toBe(false);
  });
});

describe('marks of the time axis', () => {
  const at = (day: number, hour = 0, minute = 0) => Date.UTC(2026, 10, day, hour, minute);

  it('weighs a new year, month and day above hours, and hours above minutes', () => {
    const weights = [
      weighMark(Date.UTC(2027, 0, 1), Date.UTC(2026, 11, 31, 23)),
      weighMark(at(1), Date.UTC(2026, 9, 31, 23)),
      weighMark(at(28), at(27, 23)),
      weighMark(at(28, 12), at(28, 11)),
      weighMark(at(28, 13), at(28, 12)),
      weighMark(at(28, 13, 1), at(28, 13)),
      weighMark(at(28), at(28)),
    ];
    expect(weights).toEqual([70, 60, 50, 33, 30, 20, 0]);
    expect(weights.toSorted((a, b) => b - a)).toEqual(weights);
  });

  it('tells bars of whole UTC days from others', () => {
    expect(areDaily([at(1) / 1_000, at(2) / 1_000])).toBe(true);
    expect(areDaily([at(1) / 1_000, at(1, 1) / 1_000])).toBe(false);
    expect(areDaily([])).toBe(false);
  });

  it('names daily bars by their UTC date, whatever the time zone', () => {
    const time = (Date.UTC(2026, 10, 28) / 1_000) as never;
    expect(formatAxisTime(time, 2 as never, true)).toBe('28 Nov');
    expect(formatAxisTime(time, 1 as never, true)).toBe('Nov');
    expect(formatAxisTime(time, 0 as never, true)).toBe('2026');
    expect(formatAxisTime(time, 3 as never, true)).toBe('28 Nov');
  });
});
