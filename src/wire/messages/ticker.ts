/** Ticker of a market, flat or wrapped as `{at, ticker: {…}}`. Source: docs/assumptions.md#ticker-shape. */
import type { Ticker } from '#shared/market/tick.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord, type Reader, readTime } from './jsonReader.ts';
import { readDisplayPrice, readRoundedShares } from './rounded.ts';
import { unexpectedValue } from './wireError.ts';

const readPercent: Reader<string> = (value, path) => {
  if (typeof value === 'string' && value.length <= 24) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw unexpectedValue(path, 'a percentage', value);
};

export function parseTicker(value: unknown, path: JsonPath = new JsonPath('ticker')): Ticker {
  const outer = new Fields(value, path);
  const wrapped = isRecord(outer.raw('ticker'));
  const fields = wrapped ? new Fields(outer.raw('ticker'), path.at('ticker')) : outer;
  fields.ignore('avg_price');
  outer.ignore('at');
  return {
    low: fields.optional('low', readDisplayPrice),
    high: fields.optional('high', readDisplayPrice),
    open: fields.optional('open', readDisplayPrice),
    last: fields.optional('last', readDisplayPrice),
    volume: fields.optional(['volume', 'amount', 'vol'], readRoundedShares),
    priceChangePercent: fields.optional('price_change_percent', readPercent),
    exchangeTimeMs: fields.optional('at', readTime) ?? outer.optional('at', readTime),
  };
}
