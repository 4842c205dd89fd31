/** Public market data over REST. Source: exchange-interface, Endpoints, Public market data. */
import type { BookUpdate } from '#shared/market/book.ts';
import { type Candle, PERIODS, type Period } from '#shared/market/candle.ts';
import type { Market } from '#shared/market/market.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { Ticker } from '#shared/market/tick.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { parseCandleRows } from '#wire/words/candleRow.ts';
import { parseMarkets } from '#wire/words/market.ts';
import { parseOrderBook } from '#wire/words/orderBook.ts';
import { decodeJson } from '#wire/words/reader.ts';
import { parseTicker } from '#wire/words/ticker.ts';
import { parseTimestamp } from '#wire/words/timestamp.ts';
import { parseTrades } from '#wire/words/trade.ts';
import { listPaged } from './paging.ts';
import type { VenueProfile } from './profile.ts';
import type { VenueRecord } from './record.ts';
import type { Rest } from './rest.ts';

const PYTHIA = '/api/v2/pythia/public/markets';
export const TIMESTAMP_TARGET = '/api/v2/atlas/public/timestamp';

export interface PublicReads {
  /** The exchange's time, Unix ms. */
  fetchTime(): Promise<number>;
  /** All markets; one that can't be read is left out and shown in Health. */
  listMarkets(): Promise<Market[]>;
  /** YES terms; sequence −1 when the server names none. Never shared with another read. */
  fetchBook(market: MarketId): Promise<BookUpdate>;
  fetchTicker(market: MarketId): Promise<Ticker>;
  /** Oldest first. */
  listCandles(market: MarketId, period: Period, limit: number): Promise<Candle[]>;
  listRecentTrades(market: MarketId): Promise<Trade[]>;
}

export function openPublicReads(rest: Rest, record: VenueRecord, profile: VenueProfile): PublicReads {
  const read = async (target: string, what: string, fresh = false): Promise<unknown> =>
    decodeJson((await rest.getPublic(target, fresh)).text, what);
  return {
    async fetchTime() {
      return parseTimestamp((await rest.getPublic(TIMESTAMP_TARGET, true)).text);
    },
    async listMarkets() {
      const markets = await listPaged(
        (pageQuery) => rest.getPublic(`${PYTHIA}?${pageQuery}`),
        (text) => {
          const list = parseMarkets(decodeJson(text, 'markets'));
          for (const error of list.unreadable.slice(0, 3)) record.addError('markets', error);
          const [first] = list.unreadable;
          if (list.markets.length === 0 && first) throw first;
          return list.markets;
        },
        (market) => market.market,
        profile,
      );
      return markets;
    },
    async fetchBook(market) {
      const { update, conflict } = parseOrderBook(await read(`${PYTHIA}/${market}/order-book`, 'order-book', true));
      if (conflict !== null) record.addSurprise('book-mirrors', `Market ${market}: ${conflict}`);
      return update;
    },
    async fetchTicker(market) {
      return parseTicker(await read(`${PYTHIA}/${market}/ticker`, 'ticker'));
    },
    async listCandles(market, period, limit) {
      return parseCandleRows(
        await read(`${PYTHIA}/${market}/k-line?period=${PERIODS[period]}&limit=${limit}`, 'k-line'),
      );
    },
    async listRecentTrades(market) {
      return parseTrades(await read(`${PYTHIA}/${market}/contracts/recent`, 'contracts'));
    },
  };
}
