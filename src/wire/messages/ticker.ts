/** Ticker of one market, flat or wrapped as `{at, ticker: {…}}`. Source: docs/assumptions.md#ticker-shape. */
import type { Ticker } from '#shared/market/tick.ts';
import { Fields, isRecord, JsonPath, type Read, readTime } from './reader.ts';
import { readRoundedShares, readShownPrice } from './rounded.ts';
import { refuse } from './wireError.ts';

const readPercent: Read<string> = (value, place) => {
  if (typeof value === 'string' && value.length <= 24) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw refuse(place, 'a percentage', value);
};

export function parseTicker(value: unknown, place: JsonPath = new JsonPath('ticker')): Ticker {
  const outer = new Fields(value, place);
  const wrapped = isRecord(outer.raw('ticker'));
  const fields = wrapped ? new Fields(outer.raw('ticker'), place.at('ticker')) : outer;
  fields.skip('avg_price');
  outer.skip('at');
  return {
    low: fields.maybe('low', readShownPrice),
    high: fields.maybe('high', readShownPrice),
    open: fields.maybe('open', readShownPrice),
    last: fields.maybe('last', readShownPrice),
    volume: fields.maybeEither(['volume', 'amount', 'vol'], readRoundedShares),
    priceChangePercent: fields.maybe('price_change_percent', readPercent),
    exchangeTimeMs: fields.maybe('at', readTime) ?? outer.maybe('at', readTime),
  };
}
