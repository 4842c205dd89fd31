/**
 * Tape view model: rows of trades and gaps, newest first, filtered by size and taker side.
 *
 * Units       Prices in YES terms and shares in millionths.
 * Invariants  Pure. A missing taker side stays empty. A gap has its row even when the filter hides the trades around it.
 */
import type { Trade } from '#shared/market/tape.ts';

/** Offered minimum sizes, in contracts. */
export const SIZES = [0, 10, 50, 100, 500] as const;

/** The offered sizes with the trader's own one among them. */
export function listSizes(own: number): readonly number[] {
  return SIZES.some((size) => size === own) ? SIZES : [...SIZES, own].sort((a, b) => a - b);
}

export type TapeRow =
  | { readonly kind: 'trade'; readonly trade: Trade; readonly isLarge: boolean }
  /** Trades between the rows above and below were lost. */
  | { readonly kind: 'gap'; readonly id: string };

/** Size from which a trade is large: five times the median, at least a hundred contracts. */
export function largeTradeSize(trades: readonly Trade[]): number {
  const sorted = Float64Array.from(trades, (trade) => trade.shares).sort();
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return Math.max(100_000_000, median * 5);
}

/** Offered filters of the taker side; `none`: the exchange does not state it. */
export const TAKERS = ['all', 'yes', 'no', 'none'] as const;

export type Taker = (typeof TAKERS)[number];

export interface TapeFilter {
  readonly minimumShares: number;
  readonly taker: Taker;
  /** From here on a trade is highlighted; null: by the sizes of the trades. */
  readonly largeShares: number | null;
}

/** `trades` are newest first; `gapsBefore` has the ids of trades directly before (older than) which trades were lost. */
export function buildTapeRows(
  trades: readonly Trade[],
  gapsBefore: ReadonlySet<string>,
  { minimumShares, taker, largeShares }: TapeFilter,
): TapeRow[] {
  const large = largeShares ?? largeTradeSize(trades);
  const rows: TapeRow[] = [];
  for (const trade of trades) {
    const isTaker = taker === 'all' || (trade.takerSide ?? 'none') === taker;
    if (isTaker && trade.shares >= minimumShares) {
      rows.push({ kind: 'trade', trade, isLarge: trade.shares >= large });
    }
    if (gapsBefore.has(trade.id)) rows.push({ kind: 'gap', id: `gap-${trade.id}` });
  }
  return rows;
}

/** True when a trade of at least this size is newer than the trade `seen`; never for a tape that was empty before. */
export function hasNewTrade(trades: readonly Trade[], seen: string | null, minimumShares: number): boolean {
  const until = seen === null ? 0 : trades.findIndex(({ id }) => id === seen);
  return trades.slice(0, Math.max(0, until)).some(({ shares }) => shares >= minimumShares);
}

/** Number of trades in `current` that are newer than all of `paused`. */
export function countWaiting(paused: readonly TapeRow[], current: readonly TapeRow[]): number {
  const newest = paused.find((row) => row.kind === 'trade');
  if (!newest) return current.filter((row) => row.kind === 'trade').length;
  let waiting = 0;
  for (const row of current) {
    if (row.kind !== 'trade') continue;
    if (row.trade.id === newest.trade.id) break;
    waiting += 1;
  }
  return waiting;
}

/** Range of the visible rows, with a few more on both sides. */
export function visibleRange(
  count: number,
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
): { readonly from: number; readonly to: number } {
  const overscan = 4;
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - overscan));
  return { from, to: Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + overscan) };
}
