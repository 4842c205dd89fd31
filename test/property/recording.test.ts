import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '#shared/market/book.ts';
import { PERIODS, type Period } from '#shared/market/candle.ts';
import type { PublicEvent } from '#shared/market/events.ts';
import { createBlockEncoder, decodeBlock, timeOf } from '#shared/recording/block.ts';
import { createByteReader, createByteWriter } from '#shared/recording/bytes.ts';
import type { RecordedEvent } from '#shared/recording/record.ts';
import { RecordingError } from '#shared/recording/recordingError.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';

/** Small numbers, and those at the limits of 32 bits and of the safe integers. */
const edges = [2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 52, 2 ** 53 - 2, Number.MAX_SAFE_INTEGER];
const safe = fc.oneof(fc.nat(300), fc.maxSafeNat(), fc.constantFrom(...edges));
const signed = fc.tuple(safe, fc.boolean()).map(([value, isNegative]) => (isNegative && value > 0 ? -value : value));
const market = fc.constantFrom('btc-100k', 'rain-tomorrow', '7').map(parseMarketId);
const price = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map((slot) => toPrice(slot * 1_000)),
  fc.integer({ min: 1, max: 999_999 }).map(toPrice),
);
const shares = fc
  .oneof(
    fc.constant(0),
    fc.nat(10 ** 6).map((lots) => lots * 10_000),
    fc.maxSafeNat(),
  )
  .map(toShares);
const level: fc.Arbitrary<Level> = fc.record({ price, shares });
const side = fc.array(level, { maxLength: 9 });
const leftOut = fc.constant({
  count: 2,
  bid: toPrice(610_500),
  ask: null,
  problem: { path: 'bids[0]', expected: 'a price', found: '"é"' },
});
const update = fc.record(
  { bids: side, asks: side, sequence: signed, leftOut },
  { requiredKeys: ['bids', 'asks', 'sequence'] },
);
const time = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });
const exchangeTime = fc.oneof(time, fc.constant(0));
const trade = fc.record({
  id: fc.oneof(fc.bigInt(0n, 2n ** 80n).map(String), fc.string(), fc.constant('007')),
  price,
  shares,
  takerSide: fc.constantFrom('yes' as const, 'no' as const, null),
  exchangeTimeMs: exchangeTime,
});
const float = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer().map((cents) => cents / 100),
);
const tick = fc.record({
  symbol: fc.constantFrom('BTC-USD', 'ETH-USD'),
  price: float,
  exchangeTimeMs: exchangeTime,
  bucketStartMs: fc.option(exchangeTime),
  bucketOpen: fc.option(float),
  bucketSeconds: fc.option(float),
});
const candle = fc.record({
  openTimeMs: exchangeTime,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: shares,
});
const event: fc.Arbitrary<PublicEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('bookIncrement' as const), market, update, receivedAtMs: time }),
  },
  fc.record({ kind: fc.constant('bookSnapshot' as const), market, update, receivedAtMs: time }),
  fc.record({ kind: fc.constant('trades' as const), market, trades: fc.array(trade), receivedAtMs: time }),
  fc.record({
    kind: fc.constant('candle' as const),
    market,
    period: fc.constantFrom(...(Object.keys(PERIODS) as Period[])),
    candle,
    receivedAtMs: time,
  }),
  fc.record({ kind: fc.constant('tick' as const), tick, receivedAtMs: time }),
  fc.record({
    kind: fc.constant('unreadable' as const),
    market: fc.option(market),
    atMs: time,
    problem: fc.constant(null),
  }),
);

const encode = (events: readonly { readonly event: PublicEvent; readonly beginsBatch: boolean }[]) => {
  const block = createBlockEncoder();
  block.begin(START);
  const ends = events.map(({ event: one, beginsBatch }) => {
    block.market(one, beginsBatch);
    return block.length();
  });
  return { bytes: block.slice(0), ends };
};
const decode = (bytes: Uint8Array): RecordedEvent[] => {
  const records: RecordedEvent[] = [];
  decodeBlock(bytes, START, (record) => {
    records.push(record);
  });
  return records;
};
const START = 1_700_000_000_000;
const events = fc.array(fc.record({ event, beginsBatch: fc.boolean() }), { maxLength: 30 });

describe('bytes of a recorded block', () => {
  it('read as the safe integers, flags, bigints, floats and texts that were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(safe, fc.boolean(), signed, fc.bigInt(), fc.double({ noNaN: true }), fc.string())),
        (rows) => {
          const out = createByteWriter(1);
          for (const [one, flag, other, big, real, text] of rows) {
            out.unsigned(one);
            out.flagged(one, flag);
            out.scaled(one, one % 4);
            out.signed(other);
            out.big(big);
            out.float(real);
            out.text(text);
          }
          const input = createByteReader(out.slice(0));
          for (const [one, flag, other, big, real, text] of rows) {
            expect(input.unsigned()).toBe(one);
            expect(input.flagged()).toBe(one);
            expect(input.flag()).toBe(flag);
            expect(input.scaled()).toBe(one);
            expect(input.scale()).toBe(one % 4);
            expect(input.signed()).toBe(other);
            expect(input.big()).toBe(big);
            expect(input.float()).toBe(real);
            expect(input.text()).toBe(text.toWellFormed());
          }
          expect(input.isAtEnd()).toBe(true);
        },
      ),
    );
  });

  it('are written for safe integers alone', () => {
    const out = createByteWriter();
    for (const value of [2 ** 53, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => out.unsigned(value)).toThrow(RecordingError);
    }
    expect(() => out.signed(-(2 ** 53))).toThrow(RecordingError);
    expect(out.length()).toBe(0);
  });
});

describe('a recorded block', () => {
  it('decodes to the events, times and batches that were encoded', () => {
    fc.assert(
      fc.property(events, (written) => {
        const records = decode(encode(written).bytes);
        expect(records).toEqual(written.map((one) => ({ kind: 'market', ...one, atMs: timeOf(one.event) })));
      }),
    );
  });

  it('has the records before the place where it was cut off between two', () => {
    fc.assert(
      fc.property(events, fc.nat(), (written, place) => {
        const { bytes, ends } = encode(written);
        const count = written.length === 0 ? 0 : place % (written.length + 1);
        const records = decode(bytes.subarray(0, count === 0 ? 0 : ends[count - 1]!));
        expect(records).toHaveLength(count);
      }),
    );
  });

  it('gives records or a RecordingError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decode(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RecordingError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
