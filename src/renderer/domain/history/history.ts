/** History of a pane: the orders or fills of any age that its filters leave. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { matchesWords, plainText } from '#shared/base/searchWords.ts';
import type { Input } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import type { HistoryWord } from '#shared/order/account/history.ts';
import { isTerminal } from '#shared/order/life.ts';
import { act } from '../../act/bridge.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { marketName } from '../markets/markets.ts';
import { createHistoryReader, type HistoryReader, type HistoryState } from './historyReader.ts';

/** More markets than these make a word that main cannot narrow by. */
const MAX_MARKETS = 1_000;
const MAX_WORDS = 10;

export interface History<Row> {
  /** Those of the account view and of the pages read so far, once each. */
  readonly rows: readonly Row[];
  readonly state: HistoryState;
  /** From this time on no row is missing; null: none at all. */
  readonly reachedMs: number | null;
  /** The same function for one query. */
  readonly readMore: () => void;
}

export type OrderQuery = Pick<Input<'order.page'>, 'market' | 'side' | 'state' | 'words'>;
export type FillQuery = Pick<Input<'order.fillPage'>, 'market' | 'words'>;

/**
 * Orders of this account. Null query: only those of the account view, which has every open order.
 *
 * @param live the orders of the account view, the same array until one changes.
 */
export function useOrderHistory(live: readonly OrderView[], query: OrderQuery | null): History<OrderView> {
  return useHistory(live, query, buildOrderHistory);
}

export function useFillHistory(live: readonly Fill[], query: FillQuery | null): History<Fill> {
  return useHistory(live, query, buildFillHistory);
}

type BuildHistory<Row, Query> = (query: Query, live: readonly Row[], onChange: () => void) => HistoryReader<Row>;

function buildOrderHistory(
  query: OrderQuery,
  _live: readonly OrderView[],
  onChange: () => void,
): HistoryReader<OrderView> {
  return createHistoryReader({
    first: null,
    keyOf: (order) => order.intentId ?? `#${order.orderId}`,
    timeOfPlace: ({ atMs }) => atMs,
    isFinal: ({ life }) => isTerminal(life),
    async readPage(after: Input<'order.page'>['after']) {
      const result = await act('order.page', { ...query, after });
      return result.ok ? succeed({ rows: result.value.orders, next: result.value.next }) : result;
    },
    onChange,
  });
}

/** The account view has the newest fills without a gap. */
function buildFillHistory(query: FillQuery, live: readonly Fill[], onChange: () => void): HistoryReader<Fill> {
  const oldest = live.at(-1);
  return createHistoryReader({
    first:
      oldest === undefined ? null : { exchangeTimeMs: oldest.exchangeTimeMs, id: oldest.id, orderId: oldest.orderId },
    keyOf: ({ id, orderId }) => `${id}/${orderId}`,
    timeOfPlace: ({ exchangeTimeMs }) => exchangeTimeMs,
    isFinal: () => true,
    async readPage(after: Input<'order.fillPage'>['after']) {
      const result = await act('order.fillPage', { ...query, after });
      return result.ok ? succeed({ rows: result.value.fills, next: result.value.next }) : result;
    },
    onChange,
  });
}

/** Another account, and a lock, begin the pages again. */
function useHistory<Row extends object, Query>(
  live: readonly Row[],
  query: Query | null,
  build: BuildHistory<Row, Query>,
): History<Row> {
  const account = useFeed([feedKey.wallet], (mirror) => {
    const wallet = mirror.wallet();
    return wallet?.vault === 'unlocked' ? wallet.account : null;
  });
  const key = account === null || query === null ? null : `${account} ${JSON.stringify(query)}`;
  const latest = useRef({ query, live });
  latest.current = { query, live };
  const [reader, setReader] = useState<{ readonly key: string; readonly of: HistoryReader<Row> } | null>(null);
  const [version, setVersion] = useState(0);
  // Behind another tab the effects of a pane end, and with them its reader.
  useEffect(() => {
    if (key === null) return;
    const of = build(latest.current.query!, latest.current.live, () => setVersion((old) => old + 1));
    setReader({ key, of });
    return () => {
      of.close();
      setReader(null);
    };
  }, [key, build]);
  return useMemo(() => {
    void version;
    if (reader === null || reader.key !== key) return { rows: live, state: WHOLE, reachedMs: null, readMore: () => {} };
    reader.of.note(live);
    const { of } = reader;
    return { rows: of.rows(), state: of.state(), reachedMs: of.reachedMs(), readMore: of.readMore };
  }, [reader, key, live, version]);
}

const WHOLE: HistoryState = { at: 'whole' };

/**
 * Words of a search as main narrows its pages by them.
 *
 * @param others texts that a row may have besides the names of its market, its side and its ids.
 */
export function toHistoryWords(text: string, others: readonly string[]): HistoryWord[] {
  const words = plainText(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => {
    const cut = word.slice(0, 100);
    if (matchesWords(others, cut)) return { text: cut, markets: null };
    const markets = feed
      .listing()
      .filter((market) => matchesWords([marketName(market), market.title, market.eventTitle], cut));
    return { text: cut, markets: markets.length > MAX_MARKETS ? null : markets.map(({ id }) => id) };
  });
}

/** Rows of room behind those that are read: scrolling into it reads on. */
const ROOM = 30;

/** Pages of a table: the rows given are the first of `count`. */
export interface HistoryPages {
  readonly count: number;
  /** Rows from `from` until before `to` are on the screen or near it. */
  readonly onWindow: (from: number, to: number) => void;
}

/** For a table that shows so many of the rows; absent where nothing more is to be read. */
export function toRowPages(
  { state, readMore }: Pick<History<unknown>, 'state' | 'readMore'>,
  visible: number,
): HistoryPages | undefined {
  if (state.at !== 'more' && state.at !== 'reading') return undefined;
  return {
    count: visible + ROOM,
    onWindow(_from, to) {
      if (to > visible) readMore();
    },
  };
}

/** The rows in front of the place that the pages have reached: behind it, rows that are not read yet may be among them. */
export function cutAtReached<Row>(
  { rows, reachedMs }: Pick<History<Row>, 'rows' | 'reachedMs'>,
  timeOf: (row: Row) => number,
  isKept: (row: Row) => boolean,
): readonly Row[] {
  if (reachedMs === null || reachedMs === Number.POSITIVE_INFINITY) return rows;
  return rows.filter((row) => isKept(row) || timeOf(row) >= reachedMs);
}
