/**
 * Lines of a plot by key: indicators, other outcomes, and the underlying on its own scale.
 *
 * Units       Values as floats, times in Unix seconds.
 * Invariants  An update costs the points that changed. A line that is not kept is removed.
 */
import {
  type AutoscaleInfo,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import { keepInside } from './barSeries.ts';
import type { Plot } from './plot.ts';

export interface LinePoint {
  readonly time: number;
  readonly value: number;
  /** The line does not lead from the point before to this one. */
  readonly isAfterGap?: boolean;
}

export interface LineLook {
  readonly color: string;
  readonly width: 1 | 2;
  readonly dash: 'solid' | 'dashed' | 'dotted';
  readonly scale: 'right' | 'left';
  /** The axis shows the newest value in the line's colour. */
  readonly isOnAxis?: true;
}

const DASHES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.SparseDotted } as const;

export interface LineSet {
  /** Replaces all points of a line. */
  set(key: string, look: LineLook, points: readonly LinePoint[]): void;
  /** Replaces the last point, or adds points after it, in the order of time. */
  update(key: string, points: readonly LinePoint[]): void;
  /** Horizontal lines on the scale of a line. */
  setStrikes(key: string, strikes: readonly { readonly price: number; readonly title: string }[]): void;
  setFormat(key: string, format: (value: number) => string, minMove: number): void;
  /** Removes every line but these. */
  keep(keys: ReadonlySet<string>): void;
}

interface Line {
  readonly series: ISeriesApi<'Line'>;
  look: LineLook;
  last: LinePoint | null;
  /** The newest value on the axis. */
  newest: IPriceLine | null;
  strikes: { readonly price: number; readonly priceLine: IPriceLine }[];
}

export function openLineSet({ chart, theme }: Plot): LineSet {
  const lines = new Map<string, Line>();

  function find(key: string, look: LineLook): Line {
    const old = lines.get(key);
    const options = {
      color: look.color,
      lineWidth: look.width,
      lineStyle: DASHES[look.dash],
      priceScaleId: look.scale,
      lastValueVisible: look.scale === 'left',
      priceLineVisible: false,
      crosshairMarkerRadius: 2.5,
    };
    if (old) {
      if (old.look.color !== look.color || old.look.dash !== look.dash) old.series.applyOptions(options);
      old.look = look;
      return old;
    }
    const line: Line = { series: chart.addSeries(LineSeries, options), look, last: null, newest: null, strikes: [] };
    line.series.applyOptions({
      autoscaleInfoProvider: (base: () => AutoscaleInfo | null) =>
        look.scale === 'right' ? keepInside(base) : includeStrikes(base(), line.strikes),
    });
    lines.set(key, line);
    return line;
  }

  /** The library chooses the text colour of its own label by lightness alone, which leaves too little contrast. */
  function showNewest(line: Line): void {
    const { look, last, series } = line;
    if (look.isOnAxis !== true || last === null) {
      if (line.newest !== null) series.removePriceLine(line.newest);
      line.newest = null;
      return;
    }
    const options = {
      price: last.value,
      lineVisible: false,
      axisLabelVisible: true,
      axisLabelColor: look.color,
      axisLabelTextColor: theme.bg,
    };
    const current = line.newest?.options();
    if (current?.price === options.price && current.axisLabelColor === options.axisLabelColor) return;
    if (line.newest === null) line.newest = series.createPriceLine({ ...options, title: '' });
    else line.newest.applyOptions(options);
  }

  const toItem = ({ time, value }: LinePoint, color?: string) => ({
    time: time as UTCTimestamp,
    value,
    ...(color === undefined ? {} : { color }),
  });

  return {
    set(key, look, points) {
      const line = find(key, look);
      // The library draws the way to a point in the colour of the point before.
      line.series.setData(
        points.map((point, at) => toItem(point, points[at + 1]?.isAfterGap ? 'transparent' : undefined)),
      );
      line.last = points.at(-1) ?? null;
      showNewest(line);
    },
    update(key, points) {
      const line = lines.get(key);
      if (!line) return;
      for (const point of points) {
        const { last } = line;
        if (point.isAfterGap && last !== null && last.time < point.time)
          line.series.update(toItem(last, 'transparent'));
        line.series.update(toItem(point));
        line.last = point;
      }
      showNewest(line);
    },
    setStrikes(key, strikes) {
      const line = lines.get(key);
      if (!line) return;
      const isSame =
        line.strikes.length === strikes.length && strikes.every(({ price }, at) => line.strikes[at]!.price === price);
      if (isSame) return;
      for (const { priceLine } of line.strikes) line.series.removePriceLine(priceLine);
      line.strikes = strikes.map(({ price, title }) => ({
        price,
        priceLine: line.series.createPriceLine({
          price,
          title,
          color: theme.secondary,
          lineWidth: 1,
          lineStyle: LineStyle.LargeDashed,
          axisLabelVisible: true,
          axisLabelColor: theme.raised,
          axisLabelTextColor: theme.secondary,
        }),
      }));
    },
    setFormat(key, format, minMove) {
      lines.get(key)?.series.applyOptions({ priceFormat: { type: 'custom', formatter: format, minMove } });
    },
    keep(keys) {
      for (const [key, { series }] of lines) {
        if (keys.has(key)) continue;
        chart.removeSeries(series);
        lines.delete(key);
      }
    },
  };
}

function includeStrikes(
  base: AutoscaleInfo | null,
  strikes: readonly { readonly price: number }[],
): AutoscaleInfo | null {
  const range = base?.priceRange ?? null;
  if (range === null) return base;
  const prices = strikes.map(({ price }) => price);
  const low = Math.min(range.minValue, ...prices);
  const high = Math.max(range.maxValue, ...prices);
  const pad = low === high ? Math.abs(low) * 0.001 : 0;
  return { ...base, priceRange: { minValue: low - pad, maxValue: high + pad } };
}
