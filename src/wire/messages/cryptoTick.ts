/** Ticks of an underlying (`crypto.{symbol}`): numbers for drawing. Source: exchange-interface, Events rule 3. */
import type { UnderlyingTick } from '#shared/market/tick.ts';
import { Fields, type JsonPath, readInteger, readReal, readText, readTime } from './reader.ts';

/** `symbol` is the one of the stream's name, for a payload that does not repeat it. */
export function parseTick(value: unknown, place: JsonPath, symbol: string): UnderlyingTick {
  const fields = new Fields(value, place);
  return {
    symbol: fields.maybe('product_id', readText) ?? symbol,
    price: fields.take('price', readReal),
    exchangeTimeMs: fields.take('timestamp', readTime),
    bucketStartMs: fields.maybe('bucket_start', readTime),
    bucketOpen: fields.maybe('bucket_open', readReal),
    bucketSeconds: fields.maybe('bucket_seconds', readInteger),
  };
}
