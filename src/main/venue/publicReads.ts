/** Public market data over REST. Source: exchange-interface, Endpoints, Public market data. */
import type { BookUpdate, Level } from '#shared/market/book.ts';
import { type Candle, PERIODS, type Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { RecentTrades } from '#shared/market/tape.ts';
import type { Ticker } from '#shared/market/tick.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseCandleRows } from '#wire/messages/candleRow.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { parseMarkets } from '#wire/messages/market.ts';
import { parseOrderBook } from '#wire/messages/orderBook.ts';
import { parseTicker } from '#wire/messages/ticker.ts';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { parseTrades } from '#wire/messages/trade.ts';
import { WireError } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import { listPaged, type PagingProblem } from './paging.ts';
import { parseResponse } from './parseResponse.ts';
import type { VenueProfile } from './profile.ts';
import { findMaxAgeMs } from './responseCache.ts';
import type { Rest } from './rest.ts';

const PYTHIA = '/api/v2/pythia/public/markets';
export const TIMESTAMP_TARGET = '/api/v2/atlas/public/timestamp';

export interface ServedBook extends BookUpdate {
  /** How old the answer may be by the server's own word; null when it says nothing. */
  readonly maxAgeMs: number | null;
}

export interface PublicReads {
  /** The exchange's time, Unix ms. */
  fetchTime(): Promise<number>;
  /** All markets; one that can't be read is left out and shown in Health. */
  listMarkets(): Promise<Market[]>;
  /** YES terms; sequence −1 when the server names none. Never shared with another read, never from our cache. */
  fetchBook(market: MarketId): Promise<ServedBook>;
  fetchTicker(market: MarketId): Promise<Ticker>;
  /** Oldest first. */
  listCandles(market: MarketId, period: Period, limit: number): Promise<Candle[]>;
  /** Never from our cache: it is read where the stream told too little. What can't be read of it is shown in Health. */
  listRecentTrades(market: MarketId): Promise<RecentTrades>;
}

export function openPublicReads(rest: Rest, healthLog: HealthLog, profile: VenueProfile): PublicReads {
  const read = async <T>(target: string, what: string, parse: Reader<T>): Promise<T> =>
    parseResponse(await rest.getPublic(target), what, parse, healthLog);
  const onProblem = (page: number, problem: PagingProblem): void =>
    healthLog.addNote({ code: 'paging', parameters: { page, problem } });
  return {
    async fetchTime() {
      const response = await rest.getPublic(TIMESTAMP_TARGET, true);
      const age = response.header('age')?.trim() ?? '0';
      if (age !== '0') healthLog.addNote({ code: 'timestamp-shape', parameters: {} });
      return parseTimestamp(response.text);
    },
    async listMarkets() {
      const markets = await listPaged(
        (pageQuery) => rest.getPublic(`${PYTHIA}?${pageQuery}`),
        (response) => {
          const list = parseResponse(response, 'markets', parseMarkets, healthLog);
          for (const error of list.unreadable.slice(0, 3)) healthLog.addError('markets', error);
          const [first] = list.unreadable;
          if (list.markets.length === 0 && first) throw first;
          // One that can't be read counts on its page, or the list would seem to end there.
          return [...list.markets, ...list.unreadable];
        },
        (item) => (item instanceof WireError ? `? ${item.path}` : item.market),
        profile,
        onProblem,
      );
      return markets.filter((item): item is Market => !(item instanceof WireError));
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
      return read(`${PYTHIA}/${market}/k-line?period=${PERIODS[period]}&limit=${limit}`, 'k-line', parseCandleRows);
    },
    async listRecentTrades(market) {
      const response = await rest.getPublic(`${PYTHIA}/${market}/contracts/recent`, true);
      const { trades, unreadable } = parseResponse(response, 'contracts', parseTrades, healthLog);
      for (const error of unreadable.slice(0, 3)) healthLog.addError('contracts', error);
      return { trades, error: unreadable[0]?.message ?? null, maxAgeMs: findMaxAgeMs(response) };
    },
  };
}
