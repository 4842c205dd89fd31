/** Hooks that draw the parts of a plot: bars, lines, underlying, fills. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { PERIODS, type Period } from '#shared/market/candle.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { formatUnderlyingPrice } from '#shared/text/numbers.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed, useFeedFrame } from '../../../feed/feed.ts';
import { feedKey } from '../../../feed/mirror.ts';
import { useTheme } from '../../../ui/canvas.ts';
import {
  buildUnderlyingPoints,
  createPriceHistory,
  extendPoints,
  type PriceHistory,
  type Sample,
  type Strike,
  type UnderlyingPoint,
} from '../underlying.ts';
import { useCauses } from '../useCauses.ts';
import { type BarLines, type LinePlan, openBarLines } from './barLines.ts';
import { type BarSource, NO_BARS } from './bars.ts';
import { type LineLook, openLineSet } from './lineSet.ts';
import { buildFillMarks, type FillMark } from './marks.ts';
import { openPlot, type Plot } from './plot.ts';
import type { PlotWindow } from './plotWindow.ts';

export interface ChartSubject {
  readonly market: MarketId;
  readonly period: Period;
  readonly view: Side;
}

export function barsOf(market: MarketId, period: Period): BarSource {
  return feed.candles(market, period) ?? NO_BARS;
}

/** A plot in `container`; null before mount. A change of the theme, and a return from behind another tab, open another one. */
export function usePlot(container: RefObject<HTMLElement | null>): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  const theme = useTheme();
  const kept = useRef<PlotWindow | null>(null);
  /** Those that no later rendering uses. */
  const left = useRef<readonly Plot[]>([]);
  const closeLeft = useRef(() => {
    for (const one of left.current) one.close();
    left.current = [];
  }).current;
  useEffect(() => {
    if (!container.current) return;
    const opened = openPlot(container.current, theme, kept.current);
    setPlot(opened);
    return () => {
      kept.current = opened.readWindow();
      setPlot(null);
      left.current = [...left.current, opened];
    };
  }, [container, theme]);
  // Until the chart is rendered with another plot its effects draw on the one before: a closed one throws.
  useEffect(() => {
    if (plot !== null && !left.current.includes(plot)) closeLeft();
  }, [plot, closeLeft]);
  // After the clean-up of the effects that use it.
  useEffect(() => () => queueMicrotask(closeLeft), [closeLeft]);
  return plot;
}

/** Draws candles and volume; `onDraw` follows each change. */
export function useBars(plot: Plot | null, { market, period, view }: ChartSubject, onDraw: () => void): void {
  useFeedFrame([feedKey.candles(market, period)], () => {
    const plan = plot?.drawBars(`${market} ${period} ${view}`, barsOf(market, period), view);
    if (plan && plan.kind !== 'none') onDraw();
  }, [plot, view]);
}

/** Draws the planned lines and answers them, for the legend. */
export function useBarLines(
  plot: Plot | null,
  plans: readonly LinePlan[],
  { market, period, view }: ChartSubject,
  format: (price: number) => string,
  onDraw: () => void,
): BarLines | null {
  const lineSet = useMemo(() => plot && openLineSet(plot), [plot]);
  const lines = useMemo(() => lineSet && openBarLines(lineSet), [lineSet]);
  const draw = (): void => {
    lines?.draw((id) => barsOf(id, period));
    onDraw();
  };
  const ids = plans.map(({ id, look }) => `${id} ${look.color} ${look.dash}`).join('\n');
  useCauses(() => {
    lines?.show(plans, period, view);
    draw();
  }, [lines, ids, period, view]);
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split('\n')) lineSet?.setFormat(id.split(' ')[0]!, format, AXIS_STEP);
  }, [lineSet, ids, format]);
  const markets = [...new Set([market, ...plans.map((plan) => plan.market)])];
  useFeedFrame(
    markets.map((id) => feedKey.candles(id, period)),
    draw,
    [lines],
  );
  return lines;
}

/** Least step of a value on the axis, for the library. */
const AXIS_STEP = 0.001;
const UNDERLYING = 'underlying';

/** Draws the prices of the underlying on the left scale, with the strikes of the market. */
export function useUnderlying(
  plot: Plot | null,
  symbol: string | null,
  period: Period,
  strikes: readonly Strike[],
): void {
  const lineSet = useMemo(() => plot && openLineSet(plot), [plot]);
  const before = useRef<Sample | null>(null);
  const last = useRef<UnderlyingPoint | null>(null);
  const barMs = PERIODS[period] * 60_000;
  const strikesText = JSON.stringify(strikes);
  useEffect(() => {
    plot?.chart.priceScale('left').applyOptions({ visible: symbol !== null });
    if (!plot || !lineSet) return;
    if (symbol === null) {
      lineSet.keep(new Set());
      return;
    }
    const { samples } = priceHistoryOf(symbol);
    const points = buildUnderlyingPoints(samples, barMs);
    const look: LineLook = { color: plot.theme.secondary, width: 1, dash: 'solid', scale: 'left' };
    lineSet.keep(new Set());
    lineSet.set(UNDERLYING, look, points.map(toLinePoint));
    lineSet.setFormat(UNDERLYING, formatUnderlyingPrice, 0.01);
    lineSet.setStrikes(UNDERLYING, JSON.parse(strikesText) as readonly Strike[]);
    before.current = samples.at(-1) ?? null;
    last.current = points.at(-1) ?? null;
  }, [plot, lineSet, symbol, barMs, strikesText]);
  useFeedFrame(
    [feedKey.tick(symbol ?? '')],
    (mirror) => {
      const tick = symbol === null ? null : (mirror.tick(symbol)?.tick ?? null);
      if (!lineSet || symbol === null || tick === null) return;
      const history = priceHistoryOf(symbol);
      history.add(tick);
      const sample = history.samples.at(-1);
      if (!sample || sample === before.current) return;
      const point = extendPoints(last.current, before.current, sample, barMs);
      lineSet.update(UNDERLYING, [toLinePoint(point)]);
      before.current = sample;
      last.current = point;
    },
    [lineSet, symbol, barMs],
  );
}

function toLinePoint({ time, price, isAfterGap }: UnderlyingPoint) {
  return { time, value: price, isAfterGap };
}

const NO_MARKS: readonly FillMark[] = [];
const NO_FILLS: readonly Fill[] = [];

/** Draws the marks of own fills, and answers them. They are built again only for another list of fills or bars. */
export function useFillMarks(
  plot: Plot | null,
  { market, period, view }: ChartSubject,
  isVisible: boolean,
): RefObject<readonly FillMark[]> {
  const marks = useRef(NO_MARKS);
  const drawn = useRef<readonly unknown[]>([]);
  useFeedFrame(
    [feedKey.account, feedKey.candles(market, period)],
    (mirror) => {
      const { rows, generation } = barsOf(market, period);
      const fills = mirror.account()?.fills ?? NO_FILLS;
      const now = [plot, market, period, view, isVisible, fills, rows.length, generation];
      if (!plot || now.every((value, at) => value === drawn.current[at])) return;
      drawn.current = now;
      const own = isVisible ? fills.filter((fill) => fill.market === market) : [];
      marks.current = buildFillMarks(own, rows, view);
      plot.drawMarks(marks.current);
    },
    [plot, view, isVisible],
  );
  return marks;
}

/** Histories that are kept; the least recently used one is dropped first. */
const MAX_SYMBOLS = 16;

const histories = new Map<string, PriceHistory>();

/** The same history for every chart of a symbol. */
function priceHistoryOf(symbol: string): PriceHistory {
  const history = histories.get(symbol) ?? createPriceHistory();
  histories.delete(symbol);
  histories.set(symbol, history);
  for (const oldest of [...histories.keys()].slice(0, -MAX_SYMBOLS)) histories.delete(oldest);
  return history;
}
