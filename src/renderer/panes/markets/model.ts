/** Markets view model: rows of events and their markets as main lists them, where they stand, and what they say. */

import { formatDuration } from '#shared/base/formatDuration.ts';
import type { Market } from '#shared/market/market.ts';
import type { ListRow } from '#shared/market/marketList.ts';
import { formatDay, formatHourMinute, isSameDay } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { nameOutcomeFirst } from '../../domain/markets/outcomes.ts';

export type Row =
  | { readonly kind: 'heading'; readonly key: string; readonly text: string; readonly note: string | null }
  | {
      readonly kind: 'market';
      readonly key: string;
      readonly market: Market;
      readonly trades: boolean;
      /** The name of its event, where rows have no headings. */
      readonly event: string | null;
    };

/** A row as it is drawn; null for a market that the page does not have. */
export function toRow(row: ListRow, markets: ReadonlyMap<MarketId, Market>, exchangeTimeMs: number): Row | null {
  if (row.kind === 'heading') {
    const { key, text, closeAtMs } = row;
    return { kind: 'heading', key, text, note: closeAtMs === null ? null : formatCloseDay(closeAtMs, exchangeTimeMs) };
  }
  const market = markets.get(row.market);
  return market ? { kind: 'market', key: market.id, market, trades: row.trades, event: row.event } : null;
}

/** Where rows stand, in pixels from the top. */
export interface RowLayout {
  readonly height: number;
  topOf(row: number): number;
  heightOf(row: number): number;
  /** The row at a height. */
  rowAt(px: number): number;
}

/** @param headings rows that are headings, ascending */
export function layOutRows(total: number, headings: readonly number[], headingPx: number, marketPx: number): RowLayout {
  const headingsBefore = (row: number): number => lowerBound(headings.length, (at) => headings[at]! >= row);
  const topOf = (row: number): number => {
    const above = headingsBefore(row);
    return above * headingPx + (row - above) * marketPx;
  };
  return {
    height: topOf(total),
    topOf,
    heightOf: (row) => (headings[headingsBefore(row)] === row ? headingPx : marketPx),
    rowAt: (px) => Math.max(0, lowerBound(total, (row) => topOf(row) > px) - 1),
  };
}

/** The first of `count` numbers that fits, where all after it do; `count` when none does. */
function lowerBound(count: number, fits: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 'Yes won', 'Yes (Up) won', or the exchange's own text; null without a result. */
export function formatResult(market: Market): string | null {
  const { result } = market;
  if (result === null || result === '') return null;
  if (result === 'yes' || result === 'no') return `${nameOutcomeFirst(market, result)} won`;
  return result;
}

export interface Closing {
  readonly text: string;
  /** Less than ten minutes are left: highlighted. */
  readonly isSoon: boolean;
}

/** A market that closes later than this shows its closing date, an earlier one the time left. */
const DATE_FROM_MS = 6 * 86_400_000;

const formatTimeLeft = (ms: number): string => formatDuration(ms, { seconds: true });

/** 'closes in 2 h 14 m', '12 Dec', 'closed', 'opens in 4 m'; short: '2 h 14 m'. */
export function formatClosing(market: Market, exchangeTimeMs: number, isShort: boolean): Closing | null {
  const result = formatResult(market);
  if (result !== null) return { text: result, isSoon: false };
  if (market.openAtMs !== null && exchangeTimeMs < market.openAtMs) {
    return { text: `opens in ${formatTimeLeft(market.openAtMs - exchangeTimeMs)}`, isSoon: false };
  }
  if (market.closeAtMs === null) return null;
  const left = market.closeAtMs - exchangeTimeMs;
  if (left <= 0) return { text: 'closed', isSoon: false };
  if (left > DATE_FROM_MS) return { text: formatDay(market.closeAtMs), isSoon: false };
  const span = formatTimeLeft(left);
  return { text: isShort ? span : `closes in ${span}`, isSoon: left < 600_000 };
}

/** 'today 14:02', '12 Dec'. */
function formatCloseDay(ms: number, nowMs: number): string {
  return isSameDay(ms, nowMs) ? `today ${formatHourMinute(ms)}` : formatDay(ms);
}

/**
 * The market before or after `from` among rows that are here; null where the row that is needed is not.
 *
 * @param first row of the list that `rows` begin with
 * @param total rows of the whole list
 */
export function stepLoaded(
  rows: readonly ListRow[],
  first: number,
  total: number,
  from: MarketId | null,
  step: 1 | -1,
): { readonly market: MarketId; readonly row: number } | null {
  const start = from === null ? -1 : rows.findIndex((row) => row.kind === 'market' && row.market === from);
  if (start < 0) return null;
  let at = start + step;
  while (rows[at]?.kind === 'heading') at += step;
  const row = rows[at];
  if (row?.kind === 'market') return { market: row.market, row: first + at };
  const isEnd = step === 1 ? first + at >= total : first + at < 0;
  return isEnd && from !== null ? { market: from, row: first + start } : null;
}

/** Interval of updates in ms: every second while a market is about to close. */
export function updateIntervalOf(markets: readonly Market[], exchangeTimeMs: number): number {
  const soon = markets.some(({ closeAtMs }) => {
    const left = (closeAtMs ?? 0) - exchangeTimeMs;
    return left > -2_000 && left < 3_600_000;
  });
  return soon ? 1_000 : 15_000;
}
