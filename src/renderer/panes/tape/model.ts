/**
 * What the tape shows: trades newest first, filtered by size, gaps marked, and what waits while the pointer is on it.
 *
 * Units       Prices in YES terms and shares in millionths.
 * Invariants  Pure. A side that the exchange did not say stays unattributed. A gap shows even where the filter hides both of its trades.
 */
import type { Trade } from '#shared/market/tape.ts';

/** Offered minimum sizes, in contracts. */
export const SIZES = [0, 10, 50, 100, 500] as const;

export type TapeRow =
  | { readonly kind: 'trade'; readonly trade: Trade; readonly isLarge: boolean }
  /** Trades between the rows above and below were lost; `id` is stable. */
  | { readonly kind: 'gap'; readonly id: string };

/** Shares from which a trade is large: five times the median of those kept, and at least a hundred contracts. */
export function largeFrom(trades: readonly Trade[]): number {
  const sorted = Float64Array.from(trades, (trade) => trade.shares).sort();
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.max(100_000_000, median * 5);
}

/** `trades` newest first; `gapsBefore` holds the ids of trades with a loss just before (older than) them. */
export function buildTapeRows(
  trades: readonly Trade[],
  gapsBefore: ReadonlySet<string>,
  leastShares: number,
): TapeRow[] {
  const large = largeFrom(trades);
  const rows: TapeRow[] = [];
  for (const trade of trades) {
    if (trade.shares >= leastShares) rows.push({ kind: 'trade', trade, isLarge: trade.shares >= large });
    if (gapsBefore.has(trade.id)) rows.push({ kind: 'gap', id: `gap-${trade.id}` });
  }
  return rows;
}

/** How many rows of `now` are newer than the newest one of `held`: those that wait while the tape stands still. */
export function countWaiting(held: readonly TapeRow[], now: readonly TapeRow[]): number {
  const newest = held.find((row) => row.kind === 'trade');
  if (!newest) return now.filter((row) => row.kind === 'trade').length;
  let waiting = 0;
  for (const row of now) {
    if (row.kind !== 'trade') continue;
    if (row.trade.id === newest.trade.id) break;
    waiting += 1;
  }
  return waiting;
}

/** Rows in sight, with a few more on both sides; of `height` pixels each. */
export function sliceOf(
  count: number,
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
): { readonly from: number; readonly to: number } {
  const spare = 4;
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - spare));
  return { from, to: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare) };
}
