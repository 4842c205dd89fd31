import { describe, expect, it } from 'vitest';
import { type Candle, mergeCandles, PERIODS } from '#shared/market/candle.ts';
import { makeCandle } from '#test/slice/makers.ts';

describe('candles', () => {
  it('are merged in order; a later message for the same time replaces the earlier one', () => {
    const series: Candle[] = [];
    expect(mergeCandles(series, [makeCandle(60), makeCandle(180), makeCandle(120)])).toBe(0);
    expect(series.map((candle) => candle.openTimeMs)).toEqual([60, 120, 180]);
    expect(mergeCandles(series, [makeCandle(180, '0.7'), makeCandle(240)])).toBe(2);
    expect(series.map((candle) => candle.close)).toEqual([610_000, 610_000, 700_000, 610_000]);
    expect(mergeCandles(series, [makeCandle(30)])).toBe(0);
    expect(series).toHaveLength(5);
  });

  it('report no change for an empty list', () => {
    const series = [makeCandle(60)];
    expect(mergeCandles(series, [])).toBe(1);
  });

  it('have period lengths in minutes', () => {
    expect(PERIODS['1h']).toBe(60);
    expect(PERIODS['1w']).toBe(7 * 24 * 60);
  });
});
