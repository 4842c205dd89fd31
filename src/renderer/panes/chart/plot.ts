/**
 * Plot: candles, volume, own orders and fills on lightweight-charts.
 *
 * Errors      Never throws on data: a change that the library cannot apply as an update replaces the series.
 * Source      docs/security-coverage.md: no logo, because the library inserts it as HTML.
 */
import {
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  type HistogramData,
  HistogramSeries,
  type IPriceLine,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatDay, formatDayTime, formatHourMinute, formatMonth, formatYear } from '#shared/text/times.ts';
import { toReal } from '#shared/units/numbers.ts';
import type { Theme } from '../../ui/canvas.ts';
import { type FillMark, fitRange, type OwnLine, planSeries, toBar, toVolume } from './model.ts';

export interface Plot {
  /** `series` identifies market and period; another one resets the plot. */
  drawCandles(series: string, rows: readonly (readonly number[])[]): void;
  drawLines(lines: readonly OwnLine[]): void;
  drawMarks(marks: readonly FillMark[]): void;
  setTick(tick: number, decimals: number): void;
  /** Unix seconds of the candle under the crosshair, or null. */
  onCrosshair(listener: (time: number | null) => void): void;
  close(): void;
}

/** Label of the time axis in the machine's time zone; the library's own labels are in UTC. */
function formatAxisTime(time: Time, kind: TickMarkType): string {
  const ms = (time as number) * 1_000;
  if (kind === TickMarkType.Year) return formatYear(ms);
  if (kind === TickMarkType.Month) return formatMonth(ms);
  return kind === TickMarkType.DayOfMonth ? formatDay(ms) : formatHourMinute(ms);
}

export function openPlot(container: HTMLElement, theme: Theme): Plot {
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: theme.panel },
      textColor: theme.dim,
      fontFamily: theme.mono,
      fontSize: Math.round(11 * theme.scale),
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.raised } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: theme.dim, width: 1, style: LineStyle.Dotted, labelBackgroundColor: theme.line },
      horzLine: { color: theme.dim, width: 1, style: LineStyle.Dotted, labelBackgroundColor: theme.line },
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.2 } },
    timeScale: {
      borderColor: theme.line,
      timeVisible: true,
      rightOffset: 5,
      barSpacing: 7,
      minBarSpacing: 1.5,
      tickMarkFormatter: formatAxisTime,
    },
    localization: { locale: 'en-GB', timeFormatter: (time: Time) => formatDayTime((time as number) * 1_000) },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    color: theme.line,
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: { type: 'volume' },
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: theme.yes,
    downColor: theme.no,
    wickUpColor: theme.yes,
    wickDownColor: theme.no,
    borderVisible: false,
    priceLineColor: theme.accent,
    priceLineStyle: LineStyle.Dotted,
    autoscaleInfoProvider: (base: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const range = base()?.priceRange;
      if (!range) return { priceRange: { minValue: 0, maxValue: 1 } };
      const { from, to } = fitRange(range.minValue, range.maxValue);
      return { priceRange: { minValue: from, maxValue: to } };
    },
  });
  const markers = createSeriesMarkers(candles, []);
  const lines = new Map<string, { priceLine: IPriceLine; drawn: OwnLine }>();
  let series = '';
  let drawn: readonly (readonly number[])[] = [];
  let marksText = '';

  const candleOf = (row: readonly number[]): CandlestickData => {
    const bar = toBar(row);
    return { ...bar, time: bar.time as UTCTimestamp };
  };
  const volumeOf = (row: readonly number[]): HistogramData => {
    const bar = toVolume(row);
    return { ...bar, time: bar.time as UTCTimestamp };
  };

  return {
    drawCandles(name, rows) {
      const isNewSeries = name !== series;
      if (isNewSeries) {
        series = name;
        drawn = [];
      }
      const plan = isNewSeries ? ({ kind: 'set' } as const) : planSeries(drawn, rows);
      if (plan.kind === 'none') return;
      if (plan.kind === 'set') {
        candles.setData(rows.map(candleOf));
        volumes.setData(rows.map(volumeOf));
        if (isNewSeries) chart.timeScale().resetTimeScale();
      } else {
        for (const row of rows.slice(plan.from)) {
          candles.update(candleOf(row));
          volumes.update(volumeOf(row));
        }
      }
      drawn = rows.slice();
    },
    drawLines(ownLines) {
      const keys = new Set(ownLines.map((line) => line.key));
      for (const [key, { priceLine }] of lines) {
        if (keys.has(key)) continue;
        candles.removePriceLine(priceLine);
        lines.delete(key);
      }
      for (const line of ownLines) {
        const old = lines.get(line.key);
        if (old && old.drawn.title === line.title && old.drawn.state === line.state) continue;
        const options = {
          price: line.price,
          title: line.title,
          color: theme.mine,
          lineWidth: line.state === 'unknown' ? (2 as const) : (1 as const),
          lineStyle: line.state === 'pending' ? LineStyle.SparseDotted : LineStyle.Dashed,
          axisLabelVisible: true,
          axisLabelColor: line.state === 'unknown' ? theme.mine : theme.mineSoft,
          axisLabelTextColor: line.state === 'unknown' ? theme.bg : theme.mine,
        };
        old?.priceLine.applyOptions(options);
        lines.set(line.key, { priceLine: old?.priceLine ?? candles.createPriceLine(options), drawn: line });
      }
    },
    drawMarks(marks) {
      const text = JSON.stringify(marks);
      if (text === marksText) return;
      marksText = text;
      markers.setMarkers(
        marks.map(
          ({ id, time, price, kind, text: size }): SeriesMarker<Time> => ({
            id,
            time: time as UTCTimestamp,
            price,
            position: kind === 'bought' ? 'atPriceBottom' : kind === 'sold' ? 'atPriceTop' : 'atPriceMiddle',
            shape: kind === 'bought' ? 'arrowUp' : kind === 'sold' ? 'arrowDown' : 'circle',
            color: theme.mine,
            text: size,
          }),
        ),
      );
    },
    setTick(tick, decimals) {
      candles.applyOptions({ priceFormat: { type: 'price', precision: decimals, minMove: toReal(tick) } });
    },
    onCrosshair(listener) {
      chart.subscribeCrosshairMove(({ time }) => listener(typeof time === 'number' ? time : null));
    },
    close() {
      chart.remove();
    },
  };
}
