/**
 * K-line rows `[timestamp, open, high, low, close, volume]`, from REST and the stream.
 *
 * Units       Timestamp in seconds or milliseconds, by magnitude; prices and volume as text or numbers.
 * Source      docs/exchange-interface.md#market; docs/assumptions.md#kline-rows.
 */
import type { Candle } from '#shared/market/candle.ts';
import type { Price } from '#shared/units/price.ts';
import { finish, type Sliced } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { type Reader, sliceItems } from './jsonReader.ts';
import { readTime, readVolume } from './plausible.ts';
import { readDisplayPrice } from './rounded.ts';
import { cleanServed } from './servedText.ts';
import { unexpectedValue, WireError } from './wireError.ts';

/** Parses one row; null when it has no prices (the exchange serves zeros before the first trade). */
export const parseCandleRow: Reader<Candle | null> = (value, path) => {
  if (!Array.isArray(value) || value.length < 6) throw unexpectedValue(path, 'a row of six values', value);
  if (value.length > 6) path.drift?.add({ code: 'kline-rows', parameters: { length: value.length } });
  const openTimeMs = readTime(value[0], path.at(0));
  const prices = [1, 2, 3, 4].map((index) => readDisplayPrice(value[index], path.at(index)));
  const volume = readVolume(value[5], path.at(5));
  if (prices.some((price) => price === null)) return null;
  const [open, high, low, close] = prices as [Price, Price, Price, Price];
  if (high < low || high < open || high < close || low > open || low > close) {
    throw unexpectedValue(path, 'a row whose high and low enclose open and close', value);
  }
  return { openTimeMs, open, high, low, close, volume };
};

export interface CandleList {
  readonly candles: readonly Candle[];
  readonly unreadable: readonly WireError[];
}

/** Parses the rows of the k-line endpoint, sorted by time; an unreadable one is left out and reported. */
export function parseCandleRows(value: unknown, path: JsonPath = new JsonPath('k-line')): CandleList {
  return finish(sliceCandleRows(value, path));
}

/** A long list of rows. */
export function* sliceCandleRows(value: unknown, path: JsonPath): Sliced<CandleList> {
  const rows = yield* sliceItems(parseCandleRow, nameRow)(value, path);
  const candles = rows.filter((row): row is Candle => row !== null && !(row instanceof WireError));
  candles.sort((a, b) => a.openTimeMs - b.openTimeMs);
  return { candles, unreadable: rows.filter((row) => row instanceof WireError) };
}

/** Adds the row's time, as the exchange wrote it, to the path. */
function nameRow(error: WireError, row: unknown): WireError {
  const time: unknown = Array.isArray(row) ? row[0] : null;
  if (typeof time !== 'number' && typeof time !== 'string') return error;
  return new WireError(`${error.path} (${cleanServed('word', `${time}`)})`, error.expected, error.found);
}
