/** Public market data over REST. Source: exchange-interface, Endpoints, Public market data. */
import type { BookUpdate, Level } from '#shared/market/book.ts';
import { type Candle, PERIODS, type Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { RecentTrades } from '#shared/market/tape.ts';
import type { Ticker } from '#shared/market/tick.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseCandleRows } from '#wire/messages/candleRow.ts';
import { parseMarkets } from '#wire/messages/market.ts';
import { parseOrderBook } from '#wire/messages/orderBook.ts';
import type { Read } from '#wire/messages/reader.ts';
import { parseTicker } from '#wire/messages/ticker.ts';
import { parseTimestamp } from '#wire/messages/timestamp.ts';
import { parseTrades } from '#wire/messages/trade.ts';
import { WireError } from '#wire/messages/wireError.ts';
import { findMaxAgeMs } from './answerCache.ts';
import { listPaged } from './paging.ts';
import type { VenueProfile } from './profile.ts';
import { readAnswer } from './reading.ts';
import type { VenueRecord } from './record.ts';
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

export function openPublicReads(rest: Rest, record: VenueRecord, profile: VenueProfile): PublicReads {
  const read = async <T>(target: string, what: string, parse: Read<T>): Promise<T> =>
    readAnswer(await rest.getPublic(target), what, parse, record);
  const onOdd = (found: string): void => record.addSurprise('paging', found);
  return {
    async fetchTime() {
      const answer = await rest.getPublic(TIMESTAMP_TARGET, true);
      const age = answer.header('age')?.trim() ?? '0';
      if (age !== '0') record.addSurprise('timestamp-shape', 'The time came from a cache');
      return parseTimestamp(answer.text);
    },
    async listMarkets() {
      const markets = await listPaged(
        (pageQuery) => rest.getPublic(`${PYTHIA}?${pageQuery}`),
        (answer) => {
          const list = readAnswer(answer, 'markets', parseMarkets, record);
          for (const error of list.unreadable.slice(0, 3)) record.addError('markets', error);
          const [first] = list.unreadable;
          if (list.markets.length === 0 && first) throw first;
          // One that can't be read counts on its page, or the list would seem to end there.
          return [...list.markets, ...list.unreadable];
        },
        (item) => (item instanceof WireError ? `? ${item.path}` : item.market),
        profile,
        onOdd,
      );
      return markets.filter((item): item is Market => !(item instanceof WireError));
    },
    async fetchBook(market) {
      const answer = await rest.getPublic(`${PYTHIA}/${market}/order-book`, true);
      const { update, conflict } = readAnswer(answer, 'order-book', parseOrderBook, record);
      if (conflict !== null) record.addSurprise('book-mirrors', `Market ${market}: ${conflict}`);
      if (update.sequence < 0) record.addSurprise('rest-book-sequence', 'The REST book names no sequence');
      const isOffTick = ({ price }: Level): boolean => price % DEFAULT_TICK !== 0;
      if (update.bids.some(isOffTick) || update.asks.some(isOffTick)) {
        record.addSurprise('tick', `Market ${market} has a price that is no multiple of 0.01`);
      }
      return { ...update, maxAgeMs: findMaxAgeMs(answer) };
    },
    async fetchTicker(market) {
      return read(`${PYTHIA}/${market}/ticker`, 'ticker', parseTicker);
    },
    async listCandles(market, period, limit) {
      return read(`${PYTHIA}/${market}/k-line?period=${PERIODS[period]}&limit=${limit}`, 'k-line', parseCandleRows);
    },
    async listRecentTrades(market) {
      const answer = await rest.getPublic(`${PYTHIA}/${market}/contracts/recent`, true);
      const { trades, unreadable } = readAnswer(answer, 'contracts', parseTrades, record);
      for (const error of unreadable.slice(0, 3)) record.addError('contracts', error);
      return { trades, hole: unreadable[0]?.message ?? null, maxAgeMs: findMaxAgeMs(answer) };
    },
  };
}
