import type { AutoscaleInfo, IChartApi } from 'lightweight-charts';
import { describe, expect, it } from 'vitest';
import { openBarSeries, openSharedRange } from '#renderer/panes/chart/plot/barSeries.ts';
import type { Row } from '#renderer/panes/chart/plot/bars.ts';
import type { FillMark } from '#renderer/panes/chart/plot/marks.ts';
import type { Theme } from '#renderer/ui/canvas.ts';

interface Recorded {
  /** Times of the bars. */
  times: number[];
  /** Bars that the library was given since it was opened. */
  given: number;
  /** Layers that are drawn with the bars. */
  layers: number;
}

/** A chart that keeps what its series are given, in the order of `addSeries`: two of volume, two of candles. */
function openBench() {
  const series: Recorded[] = [];
  const addSeries = () => {
    const recorded: Recorded = { times: [], given: 0, layers: 0 };
    series.push(recorded);
    return {
      priceScale: () => ({ applyOptions: () => undefined }),
      applyOptions: () => undefined,
      attachPrimitive() {
        recorded.layers += 1;
      },
      setData(bars: readonly { time: number }[]) {
        recorded.times = bars.map(({ time }) => time);
        recorded.given += bars.length;
      },
      update({ time }: { time: number }) {
        if (recorded.times.at(-1) !== time) recorded.times.push(time);
        recorded.given += 1;
      },
    };
  };
  const bars = openBarSeries({ addSeries } as unknown as IChartApi, {} as Theme);
  const times = () => ({
    volumes: series.slice(0, 2).flatMap((one) => one.times),
    older: series[2]!.times,
    newest: series[3]!.times,
  });
  return { bars, series, times, given: () => series.reduce((sum, one) => sum + one.given, 0) };
}

const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [at * 60_000, 500_000, 510_000, 490_000, 500_000, 1_000_000]);

describe('openBarSeries', () => {
  it('draws every bar once, in the order of time', () => {
    const { bars, times } = openBench();
    const rows = makeRows(1_000);
    bars.set(rows, 'yes');
    const all = rows.map(([time]) => time! / 1_000);
    expect([...times().older, ...times().newest]).toEqual(all);
    expect(times().volumes).toEqual(all);
    expect(times().newest).toHaveLength(100);
  });

  it('has a few bars in the series that is updated, however many there are and come', () => {
    const { bars, times, given } = openBench();
    const rows = makeRows(1_000);
    bars.set(rows, 'no');
    const before = given();
    bars.update(rows, rows.length - 1, 'no');
    expect(given() - before).toBe(2);
    for (let count = 0; count < 250; count += 1) {
      rows.push([rows.length * 60_000, 500_000, 510_000, 490_000, 500_000, 1_000_000]);
      bars.update(rows, rows.length - 2, 'no');
      expect(times().newest.length).toBeLessThanOrEqual(200);
    }
    expect([...times().older, ...times().newest]).toEqual(rows.map(([time]) => time! / 1_000));
  });

  it('draws few bars, and none', () => {
    const { bars, times } = openBench();
    bars.set(makeRows(3), 'yes');
    expect(times()).toMatchObject({ older: [], newest: [0, 60, 120] });
    bars.set([], 'yes');
    expect(times()).toMatchObject({ older: [], newest: [], volumes: [] });
  });
});

describe('marks', () => {
  const mark: FillMark = { id: 'm', time: 60, kind: 'bought', shares: 1_000_000, fills: [] };

  it('are a layer of the newest bars, with no bars of their own', () => {
    const { bars, series, given } = openBench();
    const rows = makeRows(300);
    bars.set(rows, 'yes');
    const before = given();
    bars.setMarks([mark]);
    bars.setMarks([mark, { ...mark, time: 120 }]);
    expect(given()).toBe(before);
    expect(series.map(({ layers }) => layers)).toEqual([0, 0, 0, 1]);
    bars.update(rows, 299, 'yes');
    expect(given() - before).toBe(2);
  });

  it('cost nothing where there are none', () => {
    const { bars, series } = openBench();
    bars.set(makeRows(300), 'yes');
    bars.setMarks([]);
    expect(series.map(({ layers }) => layers)).toEqual([0, 0, 0, 0]);
  });
});

describe('openSharedRange', () => {
  const info = (minValue: number, maxValue: number) => (): AutoscaleInfo => ({ priceRange: { minValue, maxValue } });
  const none = () => null;

  it('is one range for both series, and that of the newest alone where no older bar is in sight', () => {
    const range = openSharedRange();
    expect(range.ofOlder(info(0.2, 0.5))).toBeNull();
    const both = range.ofNewest(info(0.4, 0.7)).priceRange!;
    expect(both.minValue).toBeCloseTo(0.18, 5);
    expect(both.maxValue).toBeCloseTo(0.72, 5);
    expect(range.ofNewest(info(0.4, 0.7)).priceRange!.minValue).toBeCloseTo(0.388, 5);
  });

  it('is that of the older bars where only these are in sight, and the whole without any', () => {
    const range = openSharedRange();
    range.ofOlder(info(0.2, 0.5));
    expect(range.ofNewest(none).priceRange!.minValue).toBeCloseTo(0.188, 5);
    range.ofOlder(none);
    expect(range.ofNewest(none)).toEqual({ priceRange: { minValue: 0, maxValue: 1 } });
  });
});
