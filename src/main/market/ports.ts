/** What the market room needs from others, as functions: the exchange's client happens to fit. */
import type { BookUpdate } from '#shared/market/book.ts';
import type { Candle, Period } from '#shared/market/candle.ts';
import type { PublicInterest } from '#shared/market/events.ts';
import type { Market } from '#shared/market/market.ts';
import type { RecentTrades } from '#shared/market/tape.ts';
import type { MarketId } from '#shared/units/ids.ts';

/** Calls `run` once after `delayMs`; the answer cancels it. */
export type Schedule = (delayMs: number, run: () => void) => () => void;

export interface ServedBook extends BookUpdate {
  /** How old the answer may be by the server's own word; null or absent when it says nothing. */
  readonly maxAgeMs?: number | null;
}

export interface MarketSources {
  listMarkets(): Promise<readonly Market[]>;
  /** The book as REST shows it, in YES terms, past every cache of ours. */
  fetchBook(market: MarketId): Promise<ServedBook>;
  listCandles(market: MarketId, period: Period, limit: number): Promise<readonly Candle[]>;
  listRecentTrades(market: MarketId): Promise<RecentTrades>;
  setInterest(interest: PublicInterest): void;
  /** Asks for a fresh snapshot of one book. */
  resubscribe(market: MarketId): void;
}

export interface MarketClock {
  /** This machine's clock, Unix ms. */
  now(): number;
  /** The exchange's clock as measured, Unix ms. */
  exchangeTimeMs(): number;
  readonly schedule: Schedule;
}
