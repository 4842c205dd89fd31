import { expect, it } from 'vitest';
import { buildLegend, formatAxisPrices, formatChartPrice } from '#renderer/panes/chart/legend.ts';

const row = [60_000, 590_000, 620_000, 580_000, 600_000, 1_234_000_000];

it('shows a candle with the decimals of its tick', () => {
  expect(buildLegend(row, 'dollars', 2)).toEqual({
    open: '0.59',
    high: '0.62',
    low: '0.58',
    close: '0.60',
    volume: '1,234',
    isUp: true,
  });
});

it('shows prices as probabilities', () => {
  expect(buildLegend(row, 'percent', 2)).toMatchObject({ open: '59%', close: '60%', volume: '1,234' });
  expect(formatChartPrice(605_000, 'percent', 3)).toBe('60.5%');
  expect(formatChartPrice(605_000, 'dollars', 3)).toBe('0.605');
});

it('writes no price on the axis where none can be, rounding aside', () => {
  const format = (price: number): string => price.toFixed(2);
  expect(formatAxisPrices([-0.05, -1e-12, 0.5, 1 + 1e-12, 1.05], format)).toEqual(['', '-0.00', '0.50', '1.00', '']);
});
