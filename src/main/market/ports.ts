/** Ports of the market module: what it needs from the exchange's client and the clock. */
import type { Clock, Scheduler } from '#shared/base/clock.ts';
import type { Listing } from '#shared/base/listing.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle, Period } from '#shared/market/candle.ts';
import type { PublicInterest, SharedStreams } from '#shared/market/events.ts';
import type { Market } from '#shared/market/market.ts';
import type { RecentTrades } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';

export interface RestBook extends BookUpdate {
  /** Greatest age of the answer as the server states it; null or absent when it states none. */
  readonly maxAgeMs?: number | null;
}

export type OnMarketPage = (markets: readonly Market[], page: number) => void;

/** Markets of one page of the list. */
export const MARKET_PAGE_SIZE = 100;

export interface MarketSources {
  /** @param onPage gets each page when it is read, with its number from 1 */
  listMarkets(onPage?: OnMarketPage): Promise<Listing<Market>>;
  /** One page of the list; absent: the whole list is read instead. */
  listMarketPage?(page: number): Promise<readonly Market[]>;
  /** Number of listed markets; null when the exchange states none. */
  countMarkets(): Promise<number | null>;
  /** The REST book in YES terms, read past the client's caches; a negative sequence means that it has none. */
  fetchBook(market: MarketId): Promise<RestBook>;
  listCandles(market: MarketId, period: Period, limit: number): Promise<readonly Candle[]>;
  listRecentTrades(market: MarketId): Promise<RecentTrades>;
  setInterest(interest: PublicInterest): void;
  /** Requests a new snapshot of one book. */
  resubscribe(market: MarketId): void;
  /** Opens the connections that several markets or underlyings share again; the others are left alone. */
  resubscribeShared(kind: SharedStreams): void;
}

export interface MarketClock extends Clock {
  readonly schedule: Scheduler;
}
