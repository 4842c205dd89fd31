import { describe, expect, it } from 'vitest';
import { EncodedBook, encodeBooks, listBooks } from '#shared/ipc/frames/bookCodec.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame, encodeFrame, openFrame } from '#shared/ipc/frames/frameCodec.ts';
import { BugError } from '#shared/units/errors.ts';
import { MARKET } from '#test/slice/makers.ts';

const book: BookFrame = {
  market: MARKET,
  health: { at: 'live' },
  version: 300,
  sequence: 5,
  exchangeTimeMs: 1_790_000_000_123,
  provedAtMs: null,
  bids: Float64Array.of(600_000, 10_000_000, 599_000, 12_345_678),
  asks: Float64Array.of(610_500, Number.MAX_SAFE_INTEGER),
  traded: Float64Array.of(700_000, 0, 20_000, 40_000),
  lastPrice: 605_000,
};
const stale = {
  at: 'stale',
  sinceMs: 7,
  reason: { code: 'unreadableMessage', parameters: { problem: { path: 'ü€😀', expected: 'x', found: 'y' } } },
} as const;
const waiting: BookFrame = {
  ...book,
  health: { at: 'waiting' },
  sequence: null,
  exchangeTimeMs: null,
  bids: new Float64Array(0),
  lastPrice: null,
};
const frameOf = (...books: BookFrame[]) => ({ seq: 1, sentAtMs: 2, clockOffsetMs: null, books });

describe('books of a frame', () => {
  it('come back as they were, with their state and any grid', () => {
    const frame = frameOf(book, { ...book, health: stale }, waiting);
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it('take a third of their numbers, and are not in the head', () => {
    const bids = Float64Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 600_000 - at * 2_500 : at * 10_000_000));
    const bytes = encodeFrame(frameOf(...Array.from({ length: 20 }, () => ({ ...book, bids }))));
    expect(bytes.byteLength).toBeLessThan((20 * 200 * 8) / 3);
  });

  it('are decoded when they are read, not when they arrive', () => {
    const { books } = openFrame(encodeFrame(frameOf(book, waiting)));
    expect(books?.map((one) => one instanceof EncodedBook)).toEqual([true, true]);
    expect((books![1] as EncodedBook).decode()).toEqual(waiting);
  });

  it.each([
    ['fractions', { bids: Float64Array.of(600_000, 0.5) }],
    ['negative numbers', { traded: Float64Array.of(-1_000, 1) }],
    ['numbers above 2^53', { asks: Float64Array.of(1_000, 2 ** 53) }],
    ['half a pair', { asks: Float64Array.of(1_000) }],
    ['a negative zero', { asks: Float64Array.of(-0, 1) }],
    ['a time with a fraction', { provedAtMs: 1.5 }],
    ['another field', { colour: 'red' }],
  ])('with %s come back too, in the head', (_, part) => {
    const frame = frameOf(book, { ...book, ...part });
    expect(encodeBooks(frame.books)).toBeNull();
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it('that are broken throw BugError', () => {
    const { head, bytes } = encodeBooks([book])!;
    const whole = bytes.slice();
    for (let length = 0; length < whole.length; length += 1) {
      const [cut] = listBooks({ ...head, ends: [length] }, whole, 0);
      expect(() => cut!.decode()).toThrow(BugError);
    }
    for (const ends of [[whole.length + 1], [-1], [1.5], []]) {
      expect(() => listBooks({ ...head, ends }, whole, 0)).toThrow(BugError);
    }
  });
});
