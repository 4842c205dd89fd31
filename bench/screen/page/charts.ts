/**
 * Candle charts: the program's plot, and the library used directly: one series of all bars, and one of their volume.
 *
 * Units       Rows in millionths, as the feed has them: openTimeMs, open, high, low, close, volume.
 */
import { CandlestickSeries, createChart, HistogramSeries, type IChartApi, type UTCTimestamp } from 'lightweight-charts';
import { type BarSource, type Row, toBar, toVolume } from '../../../src/renderer/panes/chart/plot/bars.ts';
import { openPlot } from '../../../src/renderer/panes/chart/plot/plot.ts';
import { readTheme } from '../../../src/renderer/ui/canvas.ts';
import type { Stage } from './stage.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);
/** Changes of a bar before the next one begins. */
const CHANGES_OF_A_BAR = 30;

export interface ChartStage extends Stage {
  readonly chart: IChartApi;
}

/** Bars that begin the same for every contender, and whose newest one changes. */
function openBars(count: number) {
  let seed = 3;
  const below = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  let price = 500_000;
  const move = (): number => {
    price = Math.min(800_000, Math.max(200_000, price + (below(5) - 2) * 10_000));
    return price;
  };
  const begin = (at: number): Row => [START_MS + at * MINUTE_MS, price, price, price, price, 1_000_000];
  const trade = ([time, open, high, low, , volume]: Row): Row => {
    const close = move();
    return [time!, open!, Math.max(high!, close), Math.min(low!, close), close, volume! + 5_000_000];
  };
  const rows: Row[] = Array.from({ length: count }, (_, at) => trade(trade(begin(at))));
  let turn = 0;
  return {
    rows,
    next() {
      turn += 1;
      if (turn % CHANGES_OF_A_BAR === 0) rows.push(begin(rows.length));
      else rows[rows.length - 1] = trade(rows.at(-1)!);
    },
  };
}

export function openOwnChart(container: HTMLElement, count: number): ChartStage {
  const bars = openBars(count);
  const source: BarSource = { rows: bars.rows, generation: 0 };
  const plot = openPlot(container, readTheme());
  plot.setVolumeVisible(true);
  plot.drawBars('bench', source, 'yes');
  return {
    chart: plot.chart,
    change() {
      bars.next();
      plot.drawBars('bench', source, 'yes');
    },
    close: plot.close,
  };
}

/** @param rightOffset bars of room beside the newest one, as our plot has it. */
export function openPlainChart(container: HTMLElement, count: number, rightOffset: number): ChartStage {
  const bars = openBars(count);
  const theme = readTheme();
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { color: theme.panel },
      textColor: theme.dim,
      fontFamily: theme.mono,
      fontSize: 11,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: theme.raised } },
    rightPriceScale: { borderVisible: false },
    timeScale: { timeVisible: true, rightOffset, barSpacing: 7 },
  });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    color: theme.line,
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  const candles = chart.addSeries(CandlestickSeries, { upColor: theme.yes, downColor: theme.no, borderVisible: false });
  const candleOf = (row: Row) => ({ ...toBar(row), time: toBar(row).time as UTCTimestamp });
  const volumeOf = (row: Row) => ({ ...toVolume(row), time: toVolume(row).time as UTCTimestamp });
  candles.setData(bars.rows.map(candleOf));
  volume.setData(bars.rows.map(volumeOf));
  return {
    chart,
    change() {
      bars.next();
      candles.update(candleOf(bars.rows.at(-1)!));
      volume.update(volumeOf(bars.rows.at(-1)!));
    },
    close: () => chart.remove(),
  };
}

/** All bars of a chart in the order of time, and which of them are in sight. */
export function readChart({ chart }: ChartStage) {
  const data = chart
    .panes()[0]!
    .getSeries()
    .map((series) => ({ type: series.seriesType(), data: series.data() }));
  const listOf = (type: string) =>
    data
      .filter((one) => one.type === type)
      .flatMap((one) => one.data)
      .map((bar) => JSON.stringify(Object.entries(bar).sort(([a], [b]) => (a < b ? -1 : 1))))
      .sort();
  const { from = 0, to = 0 } = chart.timeScale().getVisibleLogicalRange() ?? {};
  return { candles: listOf('Candlestick'), volumes: listOf('Histogram'), from, to };
}
