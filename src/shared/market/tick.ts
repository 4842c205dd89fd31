/**
 * Ticks of underlying prices and tickers: floats for display, never money.
 *
 * Source      docs/exchange-interface.md#tick-rule.
 */
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

export interface UnderlyingTick {
  readonly symbol: string;
  readonly price: number;
  readonly exchangeTimeMs: number;
  readonly bucketStartMs: number | null;
  readonly bucketOpen: number | null;
  readonly bucketSeconds: number | null;
}

export interface Ticker {
  readonly low: Price | null;
  readonly high: Price | null;
  readonly open: Price | null;
  readonly last: Price | null;
  readonly volume: Shares | null;
  readonly priceChangePercent: string | null;
  readonly exchangeTimeMs: number | null;
}
