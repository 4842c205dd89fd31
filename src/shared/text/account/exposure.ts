/** Words for the named results of a position, and for what is beside them. */
import { formatTime } from '../times.ts';

/** The three results of a position. Every place that shows one says which. */
export type ResultName = 'closedNow' | 'atMiddle' | 'atRow';

export const RESULT_NAMES: Readonly<Record<ResultName, string>> = {
  closedNow: 'Closed now',
  atMiddle: 'At the middle',
  atRow: 'At this row',
};

/** One sentence each, for titles. */
export const RESULT_TITLES: Readonly<Record<ResultName, string>> = {
  closedNow:
    'Closed now: the book walked without own orders, the cheapest way out, after all fees; a set counts a dollar',
  atMiddle: 'At the middle: all shares at the middle of the book, after the fees paid for them, without a fee to close',
  atRow:
    'At this row: the result if the market trades at this price, after the largest fee to close; a set counts a dollar',
};

/** Where the mark is older: ' · as of 20:45:30'. */
export function formatAsOf(asOfMs: number | null): string {
  return asOfMs === null ? '' : ` · as of ${formatTime(asOfMs, 'machine')}`;
}

/** Beside an order whose answer was lost, a result is not the whole story. */
export function formatUnknownOrders(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 unknown order is in no figure' : `${count} unknown orders are in no figure`;
}
