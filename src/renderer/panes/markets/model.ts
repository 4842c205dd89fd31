/**
 * Markets view model: rows of events and their markets, searched and ordered.
 *
 * Invariants  By event, events keep the exchange's order, so that prices do not move rows; closed events come last.
 * Source      docs/exchange-interface.md#market: event_rank, else probability descending (compareInEvent).
 */

import { formatDuration } from '#shared/base/formatDuration.ts';
import { compareInEvent, isTrading, type Market } from '#shared/market/market.ts';
import { formatDay, formatHourMinute, isSameDay } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { matchesQuery } from '../../domain/markets/markets.ts';
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

interface Group {
  readonly key: string;
  readonly heading: string;
  readonly markets: Market[];
}

export const SORTS = ['event', 'price', 'volume', 'close'] as const;

export type Sort = (typeof SORTS)[number];

/** What of the list is shown, and in which order. */
export interface Selection {
  readonly query: string;
  /** Null: every category. */
  readonly category: string | null;
  /** The markets of a watchlist; null: every market. */
  readonly watched: readonly MarketId[] | null;
  readonly sort: Sort;
}

interface Ranked {
  readonly market: Market;
  readonly trades: boolean;
}

/** `fixedOrder` keeps the order of ids while the pointer is over the list; new markets follow them. */
export function buildRows(
  markets: readonly Market[],
  selection: Selection,
  exchangeTimeMs: number,
  fixedOrder: readonly MarketId[] | null = null,
): Row[] {
  const { query, category, sort } = selection;
  const watched = selection.watched === null ? null : new Set(selection.watched);
  const found = markets.filter(
    (market) =>
      (watched === null || watched.has(market.id)) &&
      (category === null || market.category === category) &&
      matchesQuery(market, query),
  );
  const rank = fixedOrder ? new Map(fixedOrder.map((id, at) => [id, at])) : null;
  const compareFixed = (a: Ranked, b: Ranked): number => {
    if (rank === null) return 0;
    const difference = (rank.get(a.market.id) ?? Infinity) - (rank.get(b.market.id) ?? Infinity);
    return Number.isNaN(difference) ? 0 : difference;
  };
  const order = (list: readonly Market[], compare: (a: Market, b: Market) => number): Ranked[] =>
    list
      .map((market) => ({ market, trades: isTrading(market, exchangeTimeMs) }))
      .sort((a, b) => compareFixed(a, b) || (a.trades === b.trades ? compare(a.market, b.market) : a.trades ? -1 : 1));
  const toRow = ({ market, trades }: Ranked, event: string | null): Row => ({
    kind: 'market',
    key: market.id,
    market,
    trades,
    event,
  });
  if (sort !== 'event') {
    return order(found, COMPARE[sort]).map((one) => toRow(one, one.market.eventTitle ?? one.market.category));
  }
  const rows: Row[] = [];
  const groups = [...groupByEvent(found)].map((group) => ({
    ...group,
    trades: group.markets.some((market) => isTrading(market, exchangeTimeMs)),
  }));
  for (const group of [...groups.filter((one) => one.trades), ...groups.filter((one) => !one.trades)]) {
    const anyRanked = group.markets.some((market) => market.eventRank !== null);
    const closeAtMs = commonCloseOf(group.markets);
    rows.push({
      kind: 'heading',
      key: group.key,
      text: group.heading,
      note: closeAtMs === null ? null : formatCloseDay(closeAtMs, exchangeTimeMs),
    });
    for (const one of order(group.markets, (a, b) => compareInEvent(a, b, anyRanked))) rows.push(toRow(one, null));
  }
  return rows;
}

/** A market without the value comes last; markets alike stay in the order of their ids. */
const COMPARE: Readonly<Record<Exclude<Sort, 'event'>, (a: Market, b: Market) => number>> = {
  price: (a, b) => (b.yesPrice ?? b.lastPrice ?? -1) - (a.yesPrice ?? a.lastPrice ?? -1) || compareIds(a, b),
  volume: (a, b) => (b.volume24h ?? -1) - (a.volume24h ?? -1) || compareIds(a, b),
  close: (a, b) => (a.closeAtMs ?? Number.MAX_VALUE) - (b.closeAtMs ?? Number.MAX_VALUE) || compareIds(a, b),
};

function compareIds(a: Market, b: Market): number {
  return a.id < b.id ? -1 : 1;
}

/** Every category of the list, in the order of the alphabet. */
export function listCategories(markets: readonly Market[]): readonly string[] {
  return [...new Set(markets.map(({ category }) => category))].filter((name) => name !== '').sort();
}

/** How many markets trade: changes with every opening and close, so that rows are built again. */
export function countTrading(markets: readonly Market[], exchangeTimeMs: number): number {
  return markets.reduce((sum, market) => sum + (isTrading(market, exchangeTimeMs) ? 1 : 0), 0);
}

/** Groups markets by event, and single markets by category. */
function groupByEvent(markets: readonly Market[]): Iterable<Group> {
  const sizes = new Map<string, number>();
  for (const market of markets) {
    const event = eventOf(market);
    if (event !== null) sizes.set(event, (sizes.get(event) ?? 0) + 1);
  }
  const groups = new Map<string, Group>();
  for (const market of markets) {
    const event = eventOf(market);
    const title = market.eventTitle ?? '';
    const isEvent = event !== null && title !== '' && ((sizes.get(event) ?? 0) > 1 || title !== market.title);
    const key = isEvent ? `event:${event}` : `category:${market.category}`;
    const group = groups.get(key) ?? { key, heading: isEvent ? title : market.category || 'Other', markets: [] };
    groups.set(key, group);
    group.markets.push(market);
  }
  return groups.values();
}

function eventOf(market: Market): string | null {
  return market.eventId === null ? market.eventSlug : String(market.eventId);
}

/** The closing time that all markets share, or null. */
function commonCloseOf(markets: readonly Market[]): number | null {
  const first = markets[0]?.closeAtMs ?? null;
  return first !== null && markets.length > 1 && markets.every((market) => market.closeAtMs === first) ? first : null;
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

/** The market before or after `from`; the last or first one when `from` is not in the rows. */
export function stepMarket(rows: readonly Row[], from: MarketId | null, step: 1 | -1): MarketId | null {
  const ids = rows.flatMap((row) => (row.kind === 'market' ? [row.market.id] : []));
  const at = from === null ? -1 : ids.indexOf(from);
  if (at < 0) return (step === 1 ? ids[0] : ids.at(-1)) ?? null;
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)] ?? null;
}

/** Interval of updates in ms: every second while a market is about to close. */
export function updateIntervalOf(markets: readonly Market[], exchangeTimeMs: number): number {
  const soon = markets.some(({ closeAtMs }) => {
    const left = (closeAtMs ?? 0) - exchangeTimeMs;
    return left > -2_000 && left < 3_600_000;
  });
  return soon ? 1_000 : 15_000;
}
