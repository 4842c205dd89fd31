/**
 * Horizontal lines of a plot: own orders, stops, alerts, levels, average prices.
 *
 * Units       Prices as floats in the terms of the shown outcome.
 * Invariants  The axis labels a price once, whatever number of lines is on it; a strong line has the label.
 */
import { type IPriceLine, type ISeriesApi, LineStyle } from 'lightweight-charts';
import type { Theme } from '../../../ui/canvas.ts';

interface Look {
  readonly color: 'mine' | 'no' | 'accent' | 'secondary';
  readonly style: LineStyle;
  /** Twice as wide, and its price on a full ground. */
  readonly isStrong?: true;
  /** The axis rounds to ticks; the label shows the exact price. */
  readonly isBetweenTicks?: true;
}

const LOOKS = {
  own: { color: 'mine', style: LineStyle.Dashed },
  ownPending: { color: 'mine', style: LineStyle.SparseDotted },
  ownUnknown: { color: 'mine', style: LineStyle.Dashed, isStrong: true },
  /** Where a drag would move an order. */
  proposal: { color: 'mine', style: LineStyle.Dashed, isStrong: true },
  average: { color: 'mine', style: LineStyle.Solid, isBetweenTicks: true },
  stop: { color: 'no', style: LineStyle.Dashed },
  stopBroken: { color: 'no', style: LineStyle.SparseDotted },
  level: { color: 'accent', style: LineStyle.Solid },
  alert: { color: 'secondary', style: LineStyle.LargeDashed },
  alertPaused: { color: 'secondary', style: LineStyle.SparseDotted },
} as const satisfies Readonly<Record<string, Look>>;

/** `key` identifies the line across updates. */
export interface HorizontalLine {
  readonly key: string;
  readonly price: number;
  readonly look: keyof typeof LOOKS;
  /** The price on the axis, where it has more digits than the tick. */
  readonly text?: string;
}

export interface DrawnLines {
  draw(lines: readonly HorizontalLine[]): void;
  /** Digits of a line's own price; null for any other price. */
  textOf(price: number): string | null;
}

/** Adds, changes and removes horizontal lines; a line that did not change is left alone. */
export function openHorizontalLines(series: ISeriesApi<'Candlestick'>, theme: Theme): DrawnLines {
  const drawn = new Map<string, { priceLine: IPriceLine; line: HorizontalLine; isLabelled: boolean }>();
  const optionsOf = ({ price, look }: HorizontalLine, isLabelled: boolean) => {
    const { color: name, style, isStrong }: Look = LOOKS[look];
    const color = theme[name];
    return {
      price,
      title: '',
      color,
      lineWidth: isStrong ? (2 as const) : (1 as const),
      lineStyle: style,
      axisLabelVisible: isLabelled,
      axisLabelColor: isStrong ? color : name === 'mine' ? theme.mineSoft : theme.raised,
      axisLabelTextColor: isStrong ? theme.bg : color,
    };
  };
  const texts = new Map<number, string>();
  const draw = (lines: readonly HorizontalLine[]): void => {
    texts.clear();
    for (const { price, text } of lines) if (text !== undefined) texts.set(price, text);
    const keys = new Set(lines.map(({ key }) => key));
    for (const [key, { priceLine }] of drawn) {
      if (keys.has(key)) continue;
      series.removePriceLine(priceLine);
      drawn.delete(key);
    }
    const labelled = listLabelled(lines);
    for (const line of lines) {
      const isLabelled = labelled.has(line.key);
      const old = drawn.get(line.key);
      const isSame = old?.line.look === line.look && old.line.price === line.price && old.isLabelled === isLabelled;
      if (isSame) continue;
      const options = optionsOf(line, isLabelled);
      old?.priceLine.applyOptions(options);
      drawn.set(line.key, { priceLine: old?.priceLine ?? series.createPriceLine(options), line, isLabelled });
    }
  };
  return { draw, textOf: (price) => texts.get(price) ?? null };
}

/** Keys of the lines whose price is on the axis: one for each price. */
function listLabelled(lines: readonly HorizontalLine[]): ReadonlySet<string> {
  const byPrice = new Map<number, HorizontalLine>();
  for (const line of lines) {
    const { isStrong, isBetweenTicks }: Look = LOOKS[line.look];
    if (isBetweenTicks !== true && (isStrong === true || !byPrice.has(line.price))) byPrice.set(line.price, line);
  }
  return new Set([...byPrice.values()].map(({ key }) => key));
}
