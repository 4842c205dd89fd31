import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWithTrace, startTrace } from '#main/market/bookTrace.ts';
import {
  applyIncrement,
  applySnapshot,
  type BookUpdate,
  bestAsk,
  bestBid,
  buildBook,
  type Level,
  levelsOf,
} from '#shared/market/book.ts';
import { type Candle, mergeCandles } from '#shared/market/candle.ts';
import { addTrade, buildTape, tradesSince } from '#shared/market/tape.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { makeCandle, makeTrade } from '#test/slice/makers.ts';

/** Independent model of one side: price → shares. */
type Side = Map<number, number>;

const level: fc.Arbitrary<Level> = fc.record({
  price: fc.integer({ min: 1, max: 999 }).map((slot) => toPrice(slot * 1_000)),
  shares: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10 ** 12 })).map(toShares),
});
const sides = fc.record({ bids: fc.array(level, { maxLength: 8 }), asks: fc.array(level, { maxLength: 8 }) });

function put(side: Side, changes: readonly Level[]): void {
  for (const { price, shares } of changes) {
    if (shares === 0) side.delete(price);
    else side.set(price, shares);
  }
}

function flat(side: Side, direction: 1 | -1): number[] {
  return [...side].sort(([a], [b]) => (a - b) * direction).flat();
}

function toLevels(side: Side): Level[] {
  return [...side].map(([price, shares]) => ({ price: toPrice(price), shares: toShares(shares) }));
}

describe('a book', () => {
  it('equals the later snapshot and the model after a snapshot and increments', () => {
    fc.assert(
      fc.property(sides, fc.array(sides, { maxLength: 20 }), fc.nat(1_000), (first, changes, start) => {
        const model = { bids: new Map<number, number>(), asks: new Map<number, number>() };
        const book = buildBook();
        put(model.bids, first.bids);
        put(model.asks, first.asks);
        applySnapshot(book, { bids: toLevels(model.bids), asks: toLevels(model.asks), sequence: start });
        let sequence = start;
        for (const change of changes) {
          sequence += 1;
          put(model.bids, change.bids);
          put(model.asks, change.asks);
          expect(applyIncrement(book, { ...change, sequence })).toBe('applied');
        }
        expect([...levelsOf(book, 'bid')]).toEqual(flat(model.bids, -1));
        expect([...levelsOf(book, 'ask')]).toEqual(flat(model.asks, 1));
        expect(bestBid(book)).toBe(model.bids.size ? Math.max(...model.bids.keys()) : null);
        expect(bestAsk(book)).toBe(model.asks.size ? Math.min(...model.asks.keys()) : null);
        const later = buildBook();
        applySnapshot(later, { bids: toLevels(model.bids), asks: toLevels(model.asks), sequence });
        expect(later).toEqual(book);
      }),
    );
  });

  it('applies each increment once and in order, whatever repeats and gaps arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), (sequences) => {
        const book = buildBook();
        applySnapshot(book, { bids: [], asks: [], sequence: 0 });
        let expected = 0;
        for (const sequence of sequences) {
          const result = applyIncrement(book, { bids: [], asks: [], sequence });
          if (sequence === expected + 1) expected += 1;
          else expect(result).toBe(sequence <= expected ? 'duplicate' : 'resync');
          expect(book.sequence).toBe(expected);
        }
      }),
    );
  });

  it('agrees with its own state at each sequence since the trace started', () => {
    fc.assert(
      fc.property(fc.array(sides, { minLength: 1, maxLength: 10 }), (changes) => {
        const book = buildBook();
        applySnapshot(book, { bids: [], asks: [], sequence: 0 });
        const trace = startTrace(book)!;
        const past: BookUpdate[] = [{ bids: [], asks: [], sequence: 0 }];
        const model = { bids: new Map<number, number>(), asks: new Map<number, number>() };
        changes.forEach((change, index) => {
          const update = { ...change, sequence: index + 1 };
          put(model.bids, change.bids);
          put(model.asks, change.asks);
          applyIncrement(book, update);
          trace.updates.push(update);
          past.push({ bids: toLevels(model.bids), asks: toLevels(model.asks), sequence: index + 1 });
        });
        for (const rest of past) expect(compareWithTrace(trace, rest)).toBe('agrees');
      }),
    );
  });
});

describe('candles', () => {
  it('merged in any pieces are sorted, with the newest candle of each time', () => {
    const candle = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(fc.array(fc.array(candle, { maxLength: 6 }), { maxLength: 8 }), (pieces) => {
        const series: Candle[] = [];
        const model = new Map<number, Candle>();
        for (const piece of pieces) {
          const candles = piece.map(([at, cents]) => makeCandle(at * 60, `0.${String(cents).padStart(2, '0')}`));
          const before = [...series];
          const first = mergeCandles(series, candles);
          expect(series.slice(0, first)).toEqual(before.slice(0, first));
          for (const item of candles) model.set(item.openTimeMs, item);
        }
        expect(series).toEqual([...model.values()].sort((a, b) => a.openTimeMs - b.openTimeMs));
      }),
    );
  });
});

describe('a tape', () => {
  it('gives a reader each trade once or counts it as lost', () => {
    const steps = fc.array(fc.oneof(fc.record({ add: fc.integer({ min: 1, max: 9 }) }), fc.constant('read' as const)));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (capacity, plan) => {
        const tape = buildTape(capacity);
        let added = 0;
        let readSeq = 0;
        const read = (): void => {
          const { trades, lost, nextSeq } = tradesSince(tape, readSeq);
          expect(lost + trades.length).toBe(added - readSeq);
          expect(trades.map((trade) => trade.id)).toEqual(
            Array.from({ length: trades.length }, (_, at) => String(added - trades.length + at)),
          );
          readSeq = nextSeq;
        };
        for (const step of plan) {
          if (step === 'read') read();
          else
            for (let at = 0; at < step.add; at += 1) {
              expect(addTrade(tape, makeTrade(String(added)))).toBe(true);
              expect(addTrade(tape, makeTrade(String(added)))).toBe(false);
              added += 1;
            }
        }
        read();
      }),
    );
  });
});
