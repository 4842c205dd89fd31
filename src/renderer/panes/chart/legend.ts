/** Values of one candle as the chart's legend shows them. */
import { formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { Row } from './plot/bars.ts';

export interface Legend {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly isUp: boolean;
}

export type PriceUnit = 'dollars' | 'percent';

/** A price in dollars, '0.61', or as a probability, '61%'; `decimals` is of the price in dollars. */
export function formatChartPrice(micros: number, unit: PriceUnit, decimals: number): string {
  if (unit === 'dollars') return formatTickPrice(micros, decimals);
  return `${formatTickPrice(micros * 100, Math.max(0, decimals - 2))}%`;
}

/** Labels of the price axis: none where no price can be, for prices as floats that the margins of the scale reach beyond. */
export function formatAxisPrices(prices: readonly number[], format: (price: number) => string): string[] {
  const ROUNDING = 1e-9;
  return prices.map((price) => (price < -ROUNDING || price > 1 + ROUNDING ? '' : format(price)));
}

/** `row` in the terms of the shown outcome. */
export function buildLegend(row: Row, unit: PriceUnit, decimals: number): Legend {
  const price = (at: number): string => formatChartPrice(row[at]!, unit, decimals);
  return {
    open: price(1),
    high: price(2),
    low: price(3),
    close: price(4),
    volume: formatWholeContracts(row[5]!),
    isUp: row[4]! >= row[1]!,
  };
}
