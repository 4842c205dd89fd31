/**
 * Candles, volume and fill marks of a plot: two series of candles and of volume, one of the newest bars and one of all older ones.
 *
 * Invariants  With each update of a series the library builds all of its bars again. So only the series of the newest bars is
 *             updated, and an update costs the same for any number of bars. Both look like one.
 *             With each update of a series that has markers of the library's, even none, the library lays out the whole chart
 *             again. So the marks are a layer of our own, which is drawn with the bars.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  type CandlestickSeriesPartialOptions,
  HistogramSeries,
  type HistogramSeriesPartialOptions,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Side } from '#shared/market/outcome.ts';
import type { Theme } from '../../../ui/canvas.ts';
import { formatAxisPrices } from '../legend.ts';
import { fitRange, inViewOf, type Row, toBar, toVolume } from './bars.ts';
import { type MarkLayer, openMarkLayer } from './drawMarks.ts';
import type { FillMark } from './marks.ts';

export interface BarSeries {
  /** The newest candles: the scale's price line and coordinates. */
  readonly candles: ISeriesApi<'Candlestick'>;
  /** Replaces all bars. */
  set(rows: readonly Row[], view: Side): void;
  /** The rows from `from` on changed or are new: the last drawn one and later ones. */
  update(rows: readonly Row[], from: number, view: Side): void;
  setMarks(marks: readonly FillMark[]): void;
  setVolumeVisible(isVisible: boolean): void;
  setFormat(formatter: (price: number) => string, minMove: number): void;
}

/** Bars in the series that is updated, after it was divided; it is divided again when it has twice as many. */
const NEWEST = 100;

type Range = NonNullable<AutoscaleInfo['priceRange']>;

/** A range of the price scale that stays between 0 and 1. */
export function keepInside(base: () => AutoscaleInfo | null): AutoscaleInfo {
  const range = base()?.priceRange;
  if (!range) return { priceRange: { minValue: 0, maxValue: 1 } };
  const { from, to } = fitRange(range.minValue, range.maxValue);
  return { priceRange: { minValue: from, maxValue: to } };
}

/** The range of both series as that of one: the library asks the older one first, where any of its bars is in sight. */
export function openSharedRange() {
  let older: Range | null = null;
  return {
    ofOlder(base: () => AutoscaleInfo | null): AutoscaleInfo | null {
      older = base()?.priceRange ?? null;
      return null;
    },
    ofNewest(base: () => AutoscaleInfo | null): AutoscaleInfo {
      const newest = base()?.priceRange ?? null;
      const both =
        older && newest
          ? {
              minValue: Math.min(older.minValue, newest.minValue),
              maxValue: Math.max(older.maxValue, newest.maxValue),
            }
          : (older ?? newest);
      older = null;
      return keepInside(() => (both ? { priceRange: both } : null));
    },
  };
}

export function openBarSeries(chart: IChartApi, theme: Theme): BarSeries {
  const range = openSharedRange();
  const volumeLook: HistogramSeriesPartialOptions = {
    priceScaleId: 'volume',
    color: theme.line,
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'volume' },
  };
  const candleLook: CandlestickSeriesPartialOptions = {
    upColor: theme.yes,
    downColor: theme.no,
    wickUpColor: theme.yes,
    wickDownColor: theme.no,
    borderVisible: false,
  };
  const volumes = [chart.addSeries(HistogramSeries, volumeLook), chart.addSeries(HistogramSeries, volumeLook)] as const;
  volumes[0].priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  const candles = [
    chart.addSeries(CandlestickSeries, {
      ...candleLook,
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: range.ofOlder,
    }),
    chart.addSeries(CandlestickSeries, {
      ...candleLook,
      priceLineColor: theme.accent,
      priceLineStyle: LineStyle.Dotted,
      autoscaleInfoProvider: range.ofNewest,
    }),
  ] as const;
  /** Null until there are marks. */
  let layer: MarkLayer | null = null;
  let marks: readonly FillMark[] = [];
  let drawn: { readonly rows: readonly Row[]; readonly view: Side } = { rows: [], view: 'yes' };
  /** Index of the first of the newest bars. */
  let first = 0;

  const candleOf = (view: Side) => (row: Row) => {
    const bar = toBar(inViewOf(view, row));
    return { ...bar, time: bar.time as UTCTimestamp };
  };
  const volumeOf = (row: Row) => {
    const bar = toVolume(row);
    return { ...bar, time: bar.time as UTCTimestamp };
  };

  function set(rows: readonly Row[], view: Side): void {
    first = Math.max(0, rows.length - NEWEST);
    drawn = { rows, view };
    const [older, newest] = [rows.slice(0, first), rows.slice(first)];
    candles[0].setData(older.map(candleOf(view)));
    candles[1].setData(newest.map(candleOf(view)));
    volumes[0].setData(older.map(volumeOf));
    volumes[1].setData(newest.map(volumeOf));
  }

  return {
    candles: candles[1],
    set,
    update(rows, from, view) {
      if (from < first || rows.length - first > 2 * NEWEST) return set(rows, view);
      drawn = { rows, view };
      const toCandle = candleOf(view);
      for (const row of rows.slice(from)) {
        candles[1].update(toCandle(row));
        volumes[1].update(volumeOf(row));
      }
    },
    setMarks(next) {
      marks = next;
      if (marks.length > 0 && layer === null) {
        layer = openMarkLayer(theme, () => ({ ...drawn, marks }));
        candles[1].attachPrimitive(layer);
      }
      layer?.refresh();
    },
    setVolumeVisible(isVisible) {
      for (const series of volumes) series.applyOptions({ visible: isVisible });
    },
    setFormat(formatter, minMove) {
      const tickmarksFormatter = (prices: readonly number[]): string[] => formatAxisPrices(prices, formatter);
      const priceFormat = { type: 'custom', formatter, tickmarksFormatter, minMove } as const;
      for (const series of candles) series.applyOptions({ priceFormat });
    },
  };
}
