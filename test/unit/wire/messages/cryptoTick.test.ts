import { describe, expect, it } from 'vitest';
import { parseTick } from '#wire/messages/cryptoTick.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';

const path = new JsonPath('crypto.BTC-USD');

describe('parseTick', () => {
  it('reads seconds into milliseconds and keeps the forming candle', () => {
    const tick = {
      product_id: 'BTC-USD',
      price: 97123.45,
      timestamp: 1767225601,
      bucket_start: 1767225600,
      bucket_open: 97100,
      bucket_seconds: 60,
    };
    expect(parseTick(tick, path, 'BTC-USD')).toEqual({
      symbol: 'BTC-USD',
      price: 97123.45,
      exchangeTimeMs: 1767225601000,
      bucketStartMs: 1767225600000,
      bucketOpen: 97100,
      bucketSeconds: 60,
    });
  });

  it("uses the stream's symbol when the payload has none", () => {
    expect(parseTick({ price: '1.5', timestamp: 1767225601 }, path, 'X')).toMatchObject({
      symbol: 'X',
      price: 1.5,
      bucketOpen: null,
    });
    expect(() => parseTick({ timestamp: 1 }, path, 'X')).toThrow('at crypto.BTC-USD.price');
  });
});
