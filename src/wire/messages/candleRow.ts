/**
 * K-line rows `[timestamp, open, high, low, close, volume]`, from REST and stream.
 *
 * Units       Timestamp in seconds or milliseconds, by magnitude; figures as text or numbers, read by their decimal text.
 * Source      exchange-interface, Market `kline`; docs/assumptions.md#kline-rows.
 */
import type { Candle } from '#shared/market/candle.ts';
import type { Price } from '#shared/units/price.ts';
import { JsonPath, type Read, readTime } from './reader.ts';
import { readRoundedShares, readShownPrice } from './rounded.ts';
import { refuse } from './wireError.ts';

const MAX_ROWS = 10_000;

/** One row; null when the candle has no price (a time before the first trade is served as zeros). */
export const parseCandleRow: Read<Candle | null> = (value, place) => {
  if (!Array.isArray(value) || value.length < 6) throw refuse(place, 'a row of six', value);
  if (value.length > 6) place.survey?.note('kline-rows', `A row of ${value.length}`);
  const openTimeMs = readTime(value[0], place.at(0));
  const prices = [1, 2, 3, 4].map((index) => readShownPrice(value[index], place.at(index)));
  const volume = readRoundedShares(value[5], place.at(5));
  if (prices.some((price) => price === null)) return null;
  const [open, high, low, close] = prices as [Price, Price, Price, Price];
  if (high < low || high < open || high < close || low > open || low > close) {
    throw refuse(place, 'a row whose high and low hold its open and close', value);
  }
  return { openTimeMs, open, high, low, close, volume };
};

/** Rows of the k-line endpoint, sorted by time. */
export function parseCandleRows(value: unknown, place: JsonPath = new JsonPath('k-line')): Candle[] {
  if (!Array.isArray(value)) throw refuse(place, 'an array of rows', value);
  if (value.length > MAX_ROWS) throw refuse(place, `at most ${MAX_ROWS} rows`, value);
  const candles: Candle[] = [];
  value.forEach((row, index) => {
    const candle = parseCandleRow(row, place.at(index));
    if (candle !== null) candles.push(candle);
  });
  return candles.sort((a, b) => a.openTimeMs - b.openTimeMs);
}
