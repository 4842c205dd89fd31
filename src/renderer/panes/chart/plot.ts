/**
 * The chart library, told what to draw: candles, volume, own orders and fills; nothing else of it is used.
 *
 * Errors      Never throws on data: what the library would refuse (a time before its last) is set as a whole.
 * Source      docs/security-coverage.md: no logo, because the library sets it as HTML from text.
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
  /** `series` names the market and period: another name starts anew. */
  drawCandles(series: string, rows: readonly (readonly number[])[]): void;
  drawLines(lines: readonly OwnLine[]): void;
  drawMarks(marks: readonly FillMark[]): void;
  setTick(tick: number, decimals: number): void;
  /** Unix seconds of the candle under the crosshair, null when there is none. */
  onPoint(listener: (time: number | null) => void): void;
  close(): void;
}

/** A label of the time axis: the library labels in UTC, this page in the machine's time zone. */
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
      fontSize: 11,
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
  const lines = new Map<string, { line: IPriceLine; shown: OwnLine }>();
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
      const isOther = name !== series;
      if (isOther) {
        series = name;
        drawn = [];
      }
      const plan = isOther ? ({ kind: 'set' } as const) : planSeries(drawn, rows);
      if (plan.kind === 'none') return;
      if (plan.kind === 'set') {
        candles.setData(rows.map(candleOf));
        volumes.setData(rows.map(volumeOf));
        if (isOther) chart.timeScale().resetTimeScale();
      } else {
        for (const row of rows.slice(plan.from)) {
          candles.update(candleOf(row));
          volumes.update(volumeOf(row));
        }
      }
      drawn = rows.slice();
    },
    drawLines(wanted) {
      const keys = new Set(wanted.map((one) => one.key));
      for (const [key, held] of lines) {
        if (keys.has(key)) continue;
        candles.removePriceLine(held.line);
        lines.delete(key);
      }
      for (const one of wanted) {
        const held = lines.get(one.key);
        if (held && held.shown.title === one.title && held.shown.state === one.state) continue;
        const options = {
          price: one.price,
          title: one.title,
          color: theme.mine,
          lineWidth: one.state === 'unknown' ? (2 as const) : (1 as const),
          lineStyle: one.state === 'moving' ? LineStyle.SparseDotted : LineStyle.Dashed,
          axisLabelVisible: true,
          axisLabelColor: one.state === 'unknown' ? theme.mine : theme.mineSoft,
          axisLabelTextColor: one.state === 'unknown' ? theme.bg : theme.mine,
        };
        if (held) held.line.applyOptions(options);
        lines.set(one.key, { line: held?.line ?? candles.createPriceLine(options), shown: one });
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
    onPoint(listener) {
      chart.subscribeCrosshairMove((point) => listener(typeof point.time === 'number' ? point.time : null));
    },
    close() {
      chart.remove();
    },
  };
}
