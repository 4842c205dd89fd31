/** Price ticks of an underlying, from the `crypto.{symbol}` stream. Source: docs/exchange-interface.md#tick-rule. */
import type { UnderlyingTick } from '#shared/market/tick.ts';
import type { JsonPath } from './jsonPath.ts';
import { Fields } from './jsonReader.ts';
import { readTime, readUnderlying, readWhole } from './plausible.ts';
import { readServed } from './servedText.ts';

/** `symbol` is the stream's, for a payload without `product_id`. */
export function parseTick(value: unknown, path: JsonPath, symbol: string): UnderlyingTick {
  const fields = new Fields(value, path);
  return {
    symbol: fields.optional('product_id', readServed('symbol')) ?? symbol,
    price: fields.required('price', readUnderlying),
    exchangeTimeMs: fields.required('timestamp', readTime),
    bucketStartMs: fields.lenient('bucket_start', readTime),
    bucketOpen: fields.lenient('bucket_open', readUnderlying),
    bucketSeconds: fields.lenient('bucket_seconds', readWhole('seconds')),
  };
}
