import type { ISeriesApi } from 'lightweight-charts';
import { expect, it } from 'vitest';
import { type HorizontalLine, openHorizontalLines } from '#renderer/panes/chart/plot/horizontalLines.ts';
import type { Theme } from '#renderer/ui/canvas.ts';

interface Drawn {
  readonly price: number;
  readonly axisLabelVisible: boolean;
}

/** Labels of the axis in the order of the lines, as the library was told. */
function openLabels(): (...lines: HorizontalLine[]) => number[] {
  const all = new Set<{ options: Drawn }>();
  const series = {
    createPriceLine(options: Drawn) {
      const line = { options, applyOptions: (next: Drawn) => Object.assign(line, { options: next }) };
      all.add(line);
      return line;
    },
    removePriceLine: (line: { options: Drawn }) => all.delete(line),
  };
  const { draw } = openHorizontalLines(series as unknown as ISeriesApi<'Candlestick'>, {} as Theme);
  return (...lines) => {
    draw(lines);
    return [...all].filter(({ options }) => options.axisLabelVisible).map(({ options }) => options.price);
  };
}

const line = (key: string, price: number, look: HorizontalLine['look'] = 'alert'): HorizontalLine => ({
  key,
  price,
  look,
});

it('labels a price of the axis once, for the strong line of several, and again when that one goes', () => {
  const labelsOf = openLabels();
  expect(labelsOf(line('a', 0.6), line('b', 0.6), line('c', 0.4), line('d', 0.455, 'average'))).toEqual([0.6, 0.4]);
  expect(labelsOf(line('a', 0.6), line('b', 0.6, 'ownUnknown'))).toEqual([0.6]);
  expect(labelsOf(line('b', 0.6))).toEqual([0.6]);
});

it('keeps the digits of a line between two ticks for the axis, until the line goes', () => {
  const priceLine = { applyOptions: () => undefined };
  const series = { createPriceLine: () => priceLine, removePriceLine: () => undefined };
  const { draw, textOf } = openHorizontalLines(series as unknown as ISeriesApi<'Candlestick'>, {} as Theme);
  draw([{ ...line('a', 0.6125), text: '0.6125' }, line('b', 0.6)]);
  expect([textOf(0.6125), textOf(0.6)]).toEqual(['0.6125', null]);
  draw([line('b', 0.6)]);
  expect(textOf(0.6125)).toBeNull();
});
