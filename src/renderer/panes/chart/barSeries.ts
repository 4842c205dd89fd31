/**
 * Candles, volume and fill marks of a plot: two series of candles and of volume, one of the newest bars and one of all older ones.
 *
 * Invariants  With each update of a series the library builds all of its bars again. So only the series of the newest bars is
 *             updated, and an update costs the same for any number of bars. Both look like one.
 *             With each update of a series that has marks, even none, the library lays out the whole chart again. So the marks
 *             are on a transparent series of their own, which contains only the marked bars and is updated only when one changes.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  type CandlestickSeriesPartialOptions,
  createSeriesMarkers,
  HistogramSeries,
  type HistogramSeriesPartialOptions,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Side } from '#shared/market/outcome.ts';
import type { Theme } from '../../ui/canvas.ts';
import { fitRange, inViewOf, type Row, toBar, toSeconds, toVolume } from './bars.ts';
import { formatAxisPrices } from './legend.ts';

export interface BarSeries {
  /** The newest candles: the scale's price line and coordinates. */
  readonly candles: ISeriesApi<'Candlestick'>;
  /** Replaces all bars. */
  set(rows: readonly Row[], view: Side): void;
  /** The rows from `from` on changed or are new: the last drawn one and later ones. */
  update(rows: readonly Row[], from: number, view: Side): void;
  setMarks(marks: readonly SeriesMarker<Time>[]): void;
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

interface Marked {
  readonly bars: ISeriesApi<'Candlestick'>;
  readonly markers: ISeriesMarkersPluginApi<Time>;
}

/** The series of the marked bars, which marks are above and below. */
function openMarked(chart: IChartApi): Marked {
  const unseen = 'transparent';
  const bars = chart.addSeries(CandlestickSeries, {
    upColor: unseen,
    downColor: unseen,
    wickVisible: false,
    borderVisible: false,
    lastValueVisible: false,
    priceLineVisible: false,
    autoscaleInfoProvider: () => null,
  });
  return { bars, markers: createSeriesMarkers(bars, []) };
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
  let marked: Marked | null = null;
  let marks: readonly SeriesMarker<Time>[] = [];
  let markedTimes: ReadonlySet<Time> = new Set();
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

  function drawMarks(): void {
    if (marks.length > 0) marked ??= openMarked(chart);
    markedTimes = new Set(marks.map(({ time }) => time));
    const isMarked = (row: Row): boolean => markedTimes.has(toSeconds(row) as UTCTimestamp);
    marked?.bars.setData(drawn.rows.filter(isMarked).map(candleOf(drawn.view)));
    marked?.markers.setMarkers([...marks]);
  }

  function set(rows: readonly Row[], view: Side): void {
    first = Math.max(0, rows.length - NEWEST);
    drawn = { rows, view };
    const [older, newest] = [rows.slice(0, first), rows.slice(first)];
    candles[0].setData(older.map(candleOf(view)));
    candles[1].setData(newest.map(candleOf(view)));
    volumes[0].setData(older.map(volumeOf));
    volumes[1].setData(newest.map(volumeOf));
    if (marks.length > 0) drawMarks();
  }

  return {
    candles: candles[1],
    set,
    update(rows, from, view) {
      if (from < first || rows.length - first > 2 * NEWEST) return set(rows, view);
      const toCandle = candleOf(view);
      for (const row of rows.slice(from)) {
        const candle = toCandle(row);
        candles[1].update(candle);
        volumes[1].update(volumeOf(row));
        if (markedTimes.has(candle.time)) marked?.bars.update(candle);
      }
    },
    setMarks(next) {
      marks = next;
      drawMarks();
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
