/**
 * The part of time and price that a plot shows, kept while the chart is behind another tab.
 *
 * Units       Prices as floats in the terms of the shown outcome.
 */
import type { IChartApi } from 'lightweight-charts';

export interface PlotWindow {
  /** Market, period and view of the bars. */
  readonly name: string;
  readonly barSpacing: number;
  /** Bars between the newest one and the right edge, negative where it is out of sight. */
  readonly scrollPosition: number;
  /** Null while the scale follows the bars. */
  readonly prices: { readonly from: number; readonly to: number } | null;
}

export function readWindow(chart: IChartApi, name: string): PlotWindow {
  const time = chart.timeScale();
  const scale = chart.priceScale('right');
  return {
    name,
    barSpacing: time.options().barSpacing,
    scrollPosition: time.scrollPosition(),
    prices: scale.options().autoScale ? null : scale.getVisibleRange(),
  };
}

export function showWindow(chart: IChartApi, { barSpacing, scrollPosition, prices }: PlotWindow): void {
  chart.timeScale().applyOptions({ barSpacing });
  chart.timeScale().scrollToPosition(scrollPosition, false);
  if (prices !== null) chart.priceScale('right').setVisibleRange(prices);
}
