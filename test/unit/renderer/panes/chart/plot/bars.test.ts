import { describe, expect, it } from 'vitest';
import {
  barAt,
  fitRange,
  inViewOf,
  NOTHING_DRAWN,
  noteDrawn,
  planSeries,
  type Row,
  toBar,
  toVolume,
} from '#renderer/panes/chart/plot/bars.ts';

const M = 1_000_000;
const row = (minute: number, close = 600_000): number[] => [
  minute * 60_000,
  590_000,
  620_000,
  580_000,
  close,
  1_234 * M,
];
const [a, b, c, d] = [row(1), row(2), row(3), row(4)] as [number[], number[], number[], number[]];
const source = (rows: readonly Row[], generation = 1) => ({ rows, generation });

describe('chart series', () => {
  const drawn = noteDrawn(source([a, b]));

  it('is set first, and not updated without a change', () => {
    expect(planSeries(NOTHING_DRAWN, source([a, b]))).toEqual({ kind: 'set' });
    expect(planSeries(NOTHING_DRAWN, source([]))).toEqual({ kind: 'none' });
    expect(planSeries(drawn, source([a, b]))).toEqual({ kind: 'none' });
  });

  it('is updated from the last drawn candle on after skipped frames', () => {
    expect(planSeries(drawn, source([a, row(2, 610_000)]))).toEqual({ kind: 'update', from: 1 });
    expect(planSeries(drawn, source([a, row(2, 610_000), c, d]))).toEqual({ kind: 'update', from: 1 });
    expect(planSeries(drawn, source([a, b, c]))).toEqual({ kind: 'update', from: 2 });
  });

  it('is set again when an older candle changed or the series shrank', () => {
    expect(planSeries(drawn, source([a, row(2, 1), c], 2))).toEqual({ kind: 'set' });
    expect(planSeries(drawn, source([a]))).toEqual({ kind: 'set' });
    expect(planSeries(drawn, source([], 2))).toEqual({ kind: 'set' });
  });

  it('reads two rows to update the last of ten thousand', () => {
    let reads = 0;
    const rows = Array.from({ length: 10_000 }, (_, at) => row(at));
    const before = noteDrawn(source(rows));
    rows[9_999] = row(9_999, 1);
    const counted = new Proxy(rows, {
      get(target, key, receiver) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    expect(planSeries(before, source(counted))).toEqual({ kind: 'update', from: 9_999 });
    expect(reads).toBeLessThanOrEqual(2);
  });
});

describe('a bar', () => {
  it('is in seconds, floats and whole contracts', () => {
    expect(toBar(a)).toEqual({ time: 60, open: 0.59, high: 0.62, low: 0.58, close: 0.6 });
    expect(toVolume(a)).toEqual({ time: 60, value: 1_234 });
  });

  it('in terms of no has each price at 1 − p and its low from the high', () => {
    expect(inViewOf('no', a)).toEqual([60_000, 410_000, 420_000, 380_000, 400_000, 1_234 * M]);
    expect(inViewOf('yes', a)).toBe(a);
  });

  it('is found by any time in it', () => {
    const rows = [a, b, d];
    expect([0, 60_000, 119_999, 120_000, 200_000, 240_000, 999_999].map((time) => barAt(rows, time))).toEqual([
      -1, 0, 0, 1, 1, 2, 2,
    ]);
  });
});

it('keeps the price scale inside 0 … 1 and wide enough for one tick to look small', () => {
  const still = fitRange(0.5, 0.5);
  expect(still.to - still.from).toBeCloseTo(0.06);
  expect(fitRange(0.98, 0.999).to).toBe(1);
  expect(fitRange(0.001, 0.02).from).toBe(0);
});
