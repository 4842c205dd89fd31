import { describe, expect, it } from 'vitest';
import { createAverage, createVwap, nameAverage, parseAverages } from '#renderer/panes/chart/plot/indicators.ts';

const DAY = 86_400_000;
const row = (timeMs: number, close: number, volume = 1): number[] => [
  timeMs,
  close,
  close + 3,
  close - 3,
  close,
  volume,
];
const closes = (...values: readonly number[]) => values.map((close, at) => row(at * 60_000, close));

describe('moving averages', () => {
  it('of the simple kind are the mean of as many closes, and nothing before', () => {
    const average = createAverage('sma', 3);
    average.extend(closes(3, 6, 9, 12), 0);
    expect(average.values).toEqual([null, null, 6, 9]);
  });

  it('of the exponential kind begin with that mean and weigh the newest close by 2 / (length + 1)', () => {
    const average = createAverage('ema', 3);
    average.extend(closes(3, 6, 9, 12), 0);
    expect(average.values).toEqual([null, null, 6, 9]);
    average.extend(closes(3, 6, 9, 14), 3);
    expect(average.values).toEqual([null, null, 6, 10]);
  });

  it('are read back from a saved layout, and nothing else is', () => {
    const saved = [{ kind: 'ema', length: 9 }];
    expect(parseAverages(saved)).toBe(saved);
    for (const wrong of [{}, [{ kind: 'ema' }], [{ kind: 'wma', length: 9 }], [{ kind: 'sma', length: 1 }], [1]]) {
      expect(parseAverages(wrong)).toBeNull();
    }
    expect(nameAverage({ kind: 'ema', length: 9 })).toBe('EMA 9');
  });
});

describe('volume-weighted average price', () => {
  it('weighs the typical price of each candle by its volume', () => {
    const vwap = createVwap({ kind: 'day' });
    vwap.extend([row(0, 400_000, 1), row(60_000, 500_000, 3)], 0);
    expect(vwap.values).toEqual([400_000, 475_000]);
  });

  it('begins again with each UTC day', () => {
    const vwap = createVwap({ kind: 'day' });
    vwap.extend([row(DAY - 60_000, 400_000, 5), row(DAY, 600_000, 1), row(DAY + 60_000, 700_000, 1)], 0);
    expect(vwap.values).toEqual([400_000, 600_000, 650_000]);
  });

  it('begins at the first candle from its anchor on', () => {
    const vwap = createVwap({ kind: 'time', ms: 60_000 });
    vwap.extend([row(0, 100_000, 9), row(60_000, 400_000, 1), row(120_000, 500_000, 1)], 0);
    expect(vwap.values).toEqual([null, 400_000, 450_000]);
  });

  it('has no value before the first trade', () => {
    const vwap = createVwap({ kind: 'day' });
    vwap.extend([row(0, 400_000, 0), row(60_000, 500_000, 2)], 0);
    expect(vwap.values).toEqual([null, 500_000]);
  });
});
