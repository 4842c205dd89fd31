/**
 * Tape view model: rows of trades and gaps, newest first, grouped by order, filtered by size and taker side.
 *
 * Units       Prices in YES terms and shares in millionths.
 * Invariants  Pure. A missing taker side stays empty. A gap has its row even when the filter hides the trades around it.
 *             A row keeps its id while trades are added to it.
 */
import type { Trade } from '#shared/market/tape.ts';

/** Offered minimum sizes, in contracts. */
const SIZES = [0, 10, 50, 100, 500] as const;

/** The offered sizes with the trader's own one among them. */
export function listSizes(own: number): readonly number[] {
  return SIZES.some((size) => size === own) ? SIZES : [...SIZES, own].sort((a, b) => a - b);
}

export type TapeRow =
  | TradeRow
  /** Trades between the rows above and below were lost. */
  | { readonly kind: 'gap'; readonly id: string };

export interface TradeRow {
  readonly kind: 'trade';
  /** Id of its oldest trade. */
  readonly id: string;
  /** Its newest trade. */
  readonly trade: Trade;
  /** Of all its trades. */
  readonly shares: number;
  readonly count: number;
  readonly isLarge: boolean;
}

type TradeGroup = Omit<TradeRow, 'kind' | 'isLarge'>;

/**
 * The trades that one order made at one price, as one group: neighbours of the same millisecond, price and taker side.
 * The exchange does not say which order a trade belongs to.
 */
function groupTrades(
  trades: readonly Trade[],
  gapsBefore: ReadonlySet<string>,
  isGrouped: boolean,
): readonly TradeGroup[] {
  const groups: TradeGroup[] = [];
  let newer: Trade | null = null;
  for (const trade of trades) {
    const last = groups.at(-1);
    if (isGrouped && last && newer && !gapsBefore.has(newer.id) && isSameOrder(newer, trade)) {
      groups[groups.length - 1] = {
        ...last,
        id: trade.id,
        shares: last.shares + trade.shares,
        count: last.count + 1,
      };
    } else groups.push({ id: trade.id, trade, shares: trade.shares, count: 1 });
    newer = trade;
  }
  return groups;
}

function isSameOrder(a: Trade, b: Trade): boolean {
  return a.exchangeTimeMs === b.exchangeTimeMs && a.price === b.price && a.takerSide === b.takerSide;
}

/** Size from which a trade is large: five times the median, at least a hundred contracts. */
export function largeTradeSize(trades: readonly Pick<TradeGroup, 'shares'>[]): number {
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
  /** Trades of one order are one row, whose size counts. */
  readonly isGrouped: boolean;
}

/** `trades` are newest first; `gapsBefore` has the ids of trades directly before (older than) which trades were lost. */
export function buildTapeRows(
  trades: readonly Trade[],
  gapsBefore: ReadonlySet<string>,
  { minimumShares, taker, largeShares, isGrouped }: TapeFilter,
): TapeRow[] {
  const groups = groupTrades(trades, gapsBefore, isGrouped);
  const large = largeShares ?? largeTradeSize(groups);
  const rows: TapeRow[] = [];
  for (const group of groups) {
    const { id, trade, shares } = group;
    const isTaker = taker === 'all' || (trade.takerSide ?? 'none') === taker;
    if (isTaker && shares >= minimumShares) rows.push({ kind: 'trade', ...group, isLarge: shares >= large });
    // A gap ends a group, so it is below the oldest trade.
    if (gapsBefore.has(id)) rows.push({ kind: 'gap', id: `gap-${id}` });
  }
  return rows;
}

/** True when a row of at least this size has a trade that is newer than the trade `seen`; never for a tape that was empty before. */
export function hasNewTrade(
  trades: readonly Trade[],
  seen: string | null,
  minimumShares: number,
  isGrouped: boolean,
): boolean {
  const until = seen === null ? 0 : trades.findIndex(({ id }) => id === seen);
  const newer = trades.slice(0, Math.max(0, until));
  return groupTrades(newer, NO_GAPS, isGrouped).some(({ shares }) => shares >= minimumShares);
}

const NO_GAPS: ReadonlySet<string> = new Set();

/** Number of rows of trades in `current` that are newer than all of `paused`. */
export function countWaiting(paused: readonly TapeRow[], current: readonly TapeRow[]): number {
  const newest = paused.find((row) => row.kind === 'trade');
  if (!newest) return current.filter((row) => row.kind === 'trade').length;
  let waiting = 0;
  for (const row of current) {
    if (row.kind !== 'trade') continue;
    if (row.id === newest.id) break;
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
