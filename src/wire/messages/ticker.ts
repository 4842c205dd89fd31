/** Ticker of a market, flat or wrapped as `{at, ticker: {…}}`. Source: docs/assumptions.md#ticker-shape. */
import type { Ticker } from '#shared/market/tick.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, isRecord } from './jsonReader.ts';
import { readPercent, readTime, readVolume } from './plausible.ts';
import { readDisplayPrice } from './rounded.ts';

export function parseTicker(value: unknown, path: JsonPath = new JsonPath('ticker')): Ticker {
  const outer = new Fields(value, path);
  const wrapped = isRecord(outer.raw('ticker'));
  const fields = wrapped ? new Fields(outer.raw('ticker'), path.at('ticker')) : outer;
  fields.ignore('avg_price');
  outer.ignore('at');
  return {
    low: fields.lenient('low', readDisplayPrice),
    high: fields.lenient('high', readDisplayPrice),
    open: fields.lenient('open', readDisplayPrice),
    last: fields.lenient('last', readDisplayPrice),
    volume: fields.lenient(['volume', 'amount', 'vol'], readVolume),
    priceChangePercent: fields.lenient('price_change_percent', readPercent),
    exchangeTimeMs: fields.lenient('at', readTime) ?? outer.lenient('at', readTime),
  };
}
