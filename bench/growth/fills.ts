/** Growth of the account's fills, their ledger and their pages in the number of fills. */
import { createFills } from '../../src/main/trading/account/fills.ts';
import { type MeasureGrowth, measureCalls } from './measure.ts';
import { END_MS, makeFill } from './year.ts';

export const measureFills: MeasureGrowth = (count) => {
  const fills = createFills(() => {});
  const listed = Array.from({ length: count }, (_, at) => makeFill(at, count)).reverse();
  fills.applyList({ items: listed, partial: null, total: count, unreadable: [] });
  fills.ledger();
  return [
    measureCalls('fills, ledger and view after a new one', 'ms', count, (round) => {
      fills.apply({ ...makeFill(count + round, count), exchangeTimeMs: END_MS + round });
      fills.ledger();
      fills.newest();
    }),
    measureCalls('fills, first page', 'ms', count, () =>
      fills.page({ fromMs: null, market: null, after: null, limit: 100, isWanted: null }),
    ),
  ];
};
