/** Reads of public market data over REST. Source: docs/exchange-interface.md#endpoints-public. */
import type { Listing } from '#shared/base/listing.ts';
import type { HealthSource } from '#shared/ipc/health.ts';
import type { BookUpdate, Level } from '#shared/market/book.ts';
import { type Candle, PERIODS, type Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { RecentTrades } from '#shared/market/tape.ts';
import type { Ticker } from '#shared/market/tick.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { sliceCandleRows } from '#wire/messages/candleRow.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { sliceMarkets } from '#wire/messages/market.ts';
import { parseOrderBook } from '#wire/messages/orderBook.ts';
import { parsePageHeaders } from '#wire/messages/page.ts';
import { parseTicker } from '#wire/messages/ticker.ts';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { sliceTrades } from '#wire/messages/trade.ts';
import { toProblem, WireError } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import type { HttpResponse } from './http.ts';
import type { ListAll } from './listings.ts';
import { type LongParser, parseResponse } from './parseResponse.ts';
import type { VenueProfile } from './profile.ts';
import { findMaxAgeMs } from './responseCache.ts';
import type { Rest } from './rest.ts';

const PYTHIA = '/api/v2/pythia/public/markets';
export const TIMESTAMP_TARGET = '/api/v2/atlas/public/timestamp';

/** Unreadable items of one list that Health shows. */
const MAX_REPORTED = 3;

export interface ServedBook extends BookUpdate {
  /** Age that the server allows the response to have; null when it states none. */
  readonly maxAgeMs: number | null;
}

export interface PublicReads {
  /** The exchange's time, Unix ms. */
  fetchTime(): Promise<number>;
  /** All markets; an unreadable one is omitted and reported in Health. */
  listMarkets(onPage?: (markets: readonly Market[], page: number) => void): Promise<Listing<Market>>;
  /** One page of them, past the client's cache. */
  listMarketPage(page: number): Promise<readonly Market[]>;
  /** Number of listed markets by the page headers, for one row's cost; null when the server states none. */
  countMarkets(): Promise<number | null>;
  /** YES terms; sequence −1 when the server states none. Never shared with another read, never from the cache. */
  fetchBook(market: MarketId): Promise<ServedBook>;
  fetchTicker(market: MarketId): Promise<Ticker>;
  /** Oldest first. An unreadable candle is omitted and reported in Health. */
  listCandles(market: MarketId, period: Period, limit: number): Promise<Candle[]>;
  /** Never from the cache, because it fills gaps of the stream. Unreadable trades are reported in Health. */
  listRecentTrades(market: MarketId): Promise<RecentTrades>;
}

export function openPublicReads(
  rest: Rest,
  healthLog: HealthLog,
  parseLong: LongParser,
  listAll: ListAll,
  bounds: VenueProfile['listing'],
): PublicReads {
  const read = async <T>(target: string, resource: string, parse: Reader<T>): Promise<T> =>
    parseResponse(await rest.getPublic(target), resource, parse, healthLog);
  const reportUnreadable = (source: HealthSource, errors: readonly WireError[]): void => {
    for (const error of errors.slice(0, MAX_REPORTED)) healthLog.addError(source, error);
  };
  return {
    async fetchTime() {
      const response = await rest.getPublic(TIMESTAMP_TARGET, true);
      const age = response.header('age')?.trim() ?? '0';
      if (age !== '0') healthLog.addNote({ code: 'timestamp-shape', parameters: {} });
      return parseTimestamp(response.text);
    },
    async listMarkets(onPage) {
      const pages = new WeakMap<HttpResponse, number>();
      const { items, ...listing } = await listAll({
        source: { code: 'markets', parameters: {} },
        resource: 'markets',
        bounds,
        pagesAtOnce: bounds.pagesAtOnce,
        async fetchPage(pageQuery) {
          const response = await rest.getPublic(`${PYTHIA}?${pageQuery}`);
          pages.set(response, parseInteger(/page=(\d+)/.exec(pageQuery)![1]!));
          return response;
        },
        async parsePage(response) {
          const list = await parseLong(response, 'markets', sliceMarkets);
          reportUnreadable({ code: 'markets', parameters: {} }, list.unreadable);
          const [first] = list.unreadable;
          if (list.markets.length === 0 && first) throw first;
          onPage?.(list.markets, pages.get(response)!);
          // An unreadable market counts too, or its page would look shorter and end the list.
          return [...list.markets, ...list.unreadable];
        },
        idOf: (item) => (item instanceof WireError ? `? ${item.path}` : item.id),
      });
      return { items: items.filter((item): item is Market => !(item instanceof WireError)), ...listing };
    },
    async listMarketPage(page) {
      const response = await rest.getPublic(`${PYTHIA}?page=${page}&limit=${bounds.pageSize}`, true);
      const list = await parseLong(response, 'markets', sliceMarkets);
      reportUnreadable({ code: 'markets', parameters: {} }, list.unreadable);
      return list.markets;
    },
    async countMarkets() {
      const response = await rest.getPublic(`${PYTHIA}?page=1&limit=1`);
      return parsePageHeaders((name) => response.header(name)).total;
    },
    async fetchBook(market) {
      const response = await rest.getPublic(`${PYTHIA}/${market}/order-book`, true);
      const { update, conflict } = parseResponse(response, 'order-book', parseOrderBook, healthLog);
      if (conflict !== null) healthLog.addNote({ code: 'book-mirrors', parameters: { market, ...conflict } });
      if (update.sequence < 0) healthLog.addNote({ code: 'rest-book-sequence', parameters: {} });
      const isOffTick = ({ price }: Level): boolean => price % DEFAULT_TICK !== 0;
      if (update.bids.some(isOffTick) || update.asks.some(isOffTick)) {
        healthLog.addNote({ code: 'tick', parameters: { market } });
      }
      return { ...update, maxAgeMs: findMaxAgeMs(response) };
    },
    async fetchTicker(market) {
      return read(`${PYTHIA}/${market}/ticker`, 'ticker', parseTicker);
    },
    async listCandles(market, period, limit) {
      const target = `${PYTHIA}/${market}/k-line?period=${PERIODS[period]}&limit=${limit}`;
      const { candles, unreadable } = await parseLong(await rest.getPublic(target), 'k-line', sliceCandleRows);
      const named = unreadable.map(
        ({ path, expected, found }) => new WireError(`${path} of market ${market}, ${period}`, expected, found),
      );
      reportUnreadable({ code: 'candles', parameters: {} }, named);
      const [first] = named;
      if (candles.length === 0 && first) throw first;
      return [...candles];
    },
    async listRecentTrades(market) {
      const response = await rest.getPublic(`${PYTHIA}/${market}/contracts/recent`, true);
      const { trades, unreadable } = await parseLong(response, 'contracts', sliceTrades);
      reportUnreadable({ code: 'recentTrades', parameters: {} }, unreadable);
      const [first] = unreadable;
      return { trades, problem: first ? toProblem(first) : null, maxAgeMs: findMaxAgeMs(response) };
    },
  };
}
