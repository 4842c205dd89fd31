/** Words for what happened while nobody watched: fills, ended orders and conditional orders, and what was not watched. */
import type { FillGroup } from '../order/fillSummary.ts';
import { formatContracts, formatTickPrice } from './numbers.ts';

/** 'buy 500 yes at 0.43', with four decimals for an average between two ticks. */
export function formatFillGroup({ side, direction, shares, averagePrice }: FillGroup): string {
  const decimals = averagePrice % 10_000 === 0 ? 2 : averagePrice % 1_000 === 0 ? 3 : 4;
  const what = [direction ?? 'trade', formatContracts(shares), side].filter((part) => part !== null).join(' ');
  return `${what} at ${formatTickPrice(averagePrice, decimals)}`;
}
