/**
 * Candles of one market and period, merged from history and stream.
 *
 * Units       openTimeMs in Unix ms; prices and volume in millionths.
 * Invariants  Sorted by openTimeMs, one candle per time; a later message for the same time replaces it.
 */
import type { Price } from '../units/price.ts';
import type { Shares } from '../units/shares.ts';

export interface Candle {
  readonly openTimeMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Shares;
}

/** Stream names of the candle periods and their length in minutes (docs/assumptions.md#kline-periods). */
export const PERIODS = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '6h': 360,
  '12h': 720,
  '1d': 1440,
  '3d': 4320,
  '1w': 10080,
} as const;
export type Period = keyof typeof PERIODS;

/** Merges candles into a sorted series in place; returns the index of the first change, or the length without one. */
export function mergeCandles(series: Candle[], incoming: readonly Candle[]): number {
  let first = series.length;
  for (const candle of incoming) {
    let at = series.length;
    while (at > 0 && series[at - 1]!.openTimeMs >= candle.openTimeMs) at -= 1;
    const replaces = series[at]?.openTimeMs === candle.openTimeMs;
    series.splice(at, replaces ? 1 : 0, candle);
    first = Math.min(first, at);
  }
  return first;
}
