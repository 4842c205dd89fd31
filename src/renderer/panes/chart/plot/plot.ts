/**
 * Plot: candles, volume, horizontal lines and fill marks on lightweight-charts.
 *
 * Units       Prices as floats in the terms of the shown outcome, times in Unix seconds, positions in CSS pixels.
 * Errors      Never throws on data: a change that the library cannot apply as an update replaces the series.
 * Source      docs/security-coverage.md: no logo, because the library inserts it as HTML.
 */
import {
  ColorType,
  CrosshairMode,
  type IChartApi,
  LineStyle,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Side } from '#shared/market/outcome.ts';
import type { Theme } from '../../../ui/canvas.ts';
import { openBarSeries } from './barSeries.ts';
import { type BarSource, NOTHING_DRAWN, noteDrawn, planSeries, type SeriesPlan } from './bars.ts';
import { type HorizontalLine, openHorizontalLines } from './horizontalLines.ts';
import type { FillMark } from './marks.ts';
import { type PlotWindow, readWindow, showWindow } from './plotWindow.ts';
import { createTimeChart } from './timeAxis.ts';

export interface Crosshair {
  /** Unix seconds of the bar; null when the pointer is off the bars. */
  readonly time: number | null;
  readonly price: number | null;
  /** False for a crosshair that this program placed. */
  readonly isByPointer: boolean;
}

export interface Plot {
  readonly chart: IChartApi;
  readonly theme: Theme;
  /** `name` identifies market, period and view; another one replaces the series and shows the newest bars. */
  drawBars(name: string, source: BarSource, view: Side): SeriesPlan;
  setVolumeVisible(isVisible: boolean): void;
  drawLines(lines: readonly HorizontalLine[]): void;
  drawMarks(marks: readonly FillMark[]): void;
  setFormat(format: (price: number) => string, minMove: number): void;
  onCrosshair(listener: (crosshair: Crosshair) => void): () => void;
  showCrosshair(time: number, price: number): void;
  clearCrosshair(): void;
  /** Scrolls until the bar of this time is in sight, and then calls `then`; at once where it is. True while it scrolls. */
  scrollTo(time: number, then: () => void): boolean;
  /** Calls `listener` after each change of scales or size. */
  onRedraw(listener: () => void): () => void;
  yOf(price: number): number | null;
  xOf(time: number): number | null;
  priceAt(y: number): number | null;
  /** Width of the plot without its price scales, and where it begins. */
  area(): { readonly left: number; readonly width: number; readonly height: number };
  visibleFrom(): number | null;
  pixelsPerBar(): number;
  zoom(factor: number): void;
  resetZoom(): void;
  /** True while the newest bar is out of sight to the right. */
  isScrolledBack(): boolean;
  /** Scrolls to the newest bar, at the present zoom. */
  showNewest(): void;
  readWindow(): PlotWindow;
  close(): void;
}

/** At scale 1. */
const BAR_SPACING = 7;
const MIN_BAR_SPACING = 1.5;
const MAX_BAR_SPACING = 60;
/** Room beside the newest bar, in bars: no handle of an own order of a few digits, or of an average, covers it. */
const BARS_BESIDE = 12;
/** No price is cut off at the top or the bottom. */
const PRICE_SCALE = { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.06, bottom: 0.2 } } as const;

function openChart(container: HTMLElement, theme: Theme): IChartApi {
  const fontSize = Math.round(11 * theme.scale);
  return createTimeChart(container, fontSize, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: theme.panel },
      textColor: theme.dim,
      fontFamily: theme.mono,
      fontSize,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.raised } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: theme.dim, width: 1, style: LineStyle.Dotted, labelBackgroundColor: theme.line },
      horzLine: { color: theme.dim, width: 1, style: LineStyle.Dotted, labelBackgroundColor: theme.line },
    },
    rightPriceScale: PRICE_SCALE,
    leftPriceScale: { ...PRICE_SCALE, visible: false },
    timeScale: {
      borderColor: theme.line,
      timeVisible: true,
      rightOffset: BARS_BESIDE,
      barSpacing: BAR_SPACING * theme.scale,
      minBarSpacing: MIN_BAR_SPACING,
    },
  });
}

/** `kept` is what an earlier plot showed: bars of the same name are shown like that again. */
export function openPlot(container: HTMLElement, theme: Theme, kept: PlotWindow | null = null): Plot {
  const chart = openChart(container, theme);
  const bars = openBarSeries(chart, theme);
  const { candles } = bars;
  const horizontal = openHorizontalLines(candles, theme);
  const redraws = new Set<() => void>();
  // A primitive's views are updated whenever the library has changed a scale.
  candles.attachPrimitive({
    updateAllViews() {
      for (const listener of redraws) listener();
    },
  });
  let name = '';
  let drawn = NOTHING_DRAWN;
  let restored = kept;
  // chart.css shows the library's canvases for the crosshair only while there is one.
  const noteCrosshair = (isShown: boolean): void => void container.toggleAttribute('data-crosshair', isShown);
  chart.subscribeCrosshairMove(({ point }) => noteCrosshair(point !== undefined));
  let isOpen = true;

  return {
    chart,
    theme,
    drawBars(nextName, source, view) {
      const isNewSeries = nextName !== name;
      if (isNewSeries) drawn = NOTHING_DRAWN;
      name = nextName;
      const plan: SeriesPlan = isNewSeries ? { kind: 'set' } : planSeries(drawn, source);
      if (plan.kind === 'none') return plan;
      if (plan.kind === 'update') bars.update(source.rows, plan.from, view);
      else {
        bars.set(source.rows, view);
        if (isNewSeries) {
          if (restored?.name === nextName) showWindow(chart, restored);
          else chart.timeScale().resetTimeScale();
          restored = null;
        }
      }
      drawn = noteDrawn(source);
      return plan;
    },
    setVolumeVisible(isVisible) {
      bars.setVolumeVisible(isVisible);
      chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.06, bottom: isVisible ? 0.2 : 0.06 } });
    },
    drawLines: horizontal.draw,
    drawMarks: bars.setMarks,
    setFormat: (format, minMove) => bars.setFormat((price) => horizontal.textOf(price) ?? format(price), minMove),
    onCrosshair(listener) {
      const report = ({ time, point, sourceEvent }: MouseEventParams): void =>
        listener({
          time: typeof time === 'number' ? time : null,
          price: point ? candles.coordinateToPrice(point.y) : null,
          isByPointer: sourceEvent !== undefined || point === undefined,
        });
      chart.subscribeCrosshairMove(report);
      return () => chart.unsubscribeCrosshairMove(report);
    },
    showCrosshair(time, price) {
      chart.setCrosshairPosition(price, time as UTCTimestamp, candles);
      noteCrosshair(true);
    },
    clearCrosshair() {
      chart.clearCrosshairPosition();
      noteCrosshair(false);
    },
    scrollTo(time, then) {
      const scale = chart.timeScale();
      const x = scale.timeToCoordinate(time as UTCTimestamp);
      if (x === null) return false;
      const { barSpacing } = scale.options();
      const [left, right] = [x - barSpacing, x - (scale.width() - barSpacing)];
      if (left >= 0 && right <= 0) {
        then();
        return false;
      }
      const bars = left < 0 ? Math.floor(left / barSpacing) : Math.ceil(right / barSpacing);
      const position = scale.scrollPosition() + bars;
      scale.scrollToPosition(position < 0 ? position : BARS_BESIDE, false);
      // The library scrolls with its own next frame, which it asked for just before.
      requestAnimationFrame(() => {
        if (isOpen) then();
      });
      return true;
    },
    onRedraw(listener) {
      redraws.add(listener);
      return () => void redraws.delete(listener);
    },
    yOf: (price) => candles.priceToCoordinate(price),
    xOf: (time) => chart.timeScale().timeToCoordinate(time as UTCTimestamp),
    priceAt: (y) => candles.coordinateToPrice(y),
    area() {
      const { width, height } = chart.paneSize();
      // The library throws for the width of a scale that becomes visible with the next frame.
      const left = container.clientWidth - width - chart.priceScale('right').width();
      return { left: Math.max(0, left), width, height };
    },
    visibleFrom() {
      const from = chart.timeScale().getVisibleRange()?.from;
      return typeof from === 'number' ? from : null;
    },
    pixelsPerBar: () => chart.timeScale().options().barSpacing,
    zoom(factor) {
      const spacing = chart.timeScale().options().barSpacing * factor;
      chart.timeScale().applyOptions({ barSpacing: Math.min(MAX_BAR_SPACING, Math.max(MIN_BAR_SPACING, spacing)) });
    },
    resetZoom() {
      chart.timeScale().applyOptions({ barSpacing: BAR_SPACING * theme.scale });
      chart.timeScale().resetTimeScale();
      for (const scale of ['right', 'left'] as const) chart.priceScale(scale).applyOptions({ autoScale: true });
    },
    isScrolledBack: () => chart.timeScale().scrollPosition() < 0,
    showNewest: () => chart.timeScale().scrollToPosition(BARS_BESIDE, false),
    readWindow: () => readWindow(chart, name),
    close() {
      isOpen = false;
      redraws.clear();
      noteCrosshair(false);
      chart.remove();
    },
  };
}
