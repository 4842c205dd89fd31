import { describe, expect, it } from 'vitest';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame, encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import { BugError } from '#shared/units/errors.ts';
import { MARKET, makeTrade } from '#test/slice/makers.ts';

const book = {
  market: MARKET,
  health: { at: 'live' },
  version: 3,
  sequence: 5,
  exchangeTimeMs: 1,
  provedAtMs: 2,
  bids: Float64Array.of(600_000, 1_000_000),
  asks: new Float64Array(0),
  traded: Float64Array.of(-0, Number.MAX_SAFE_INTEGER, 0.1),
  lastPrice: null,
} as const;
const frame: Frame = {
  seq: 1,
  sentAtMs: 1.5,
  clockOffsetMs: null,
  books: [book, book],
  tapes: [{ market: MARKET, fromSeq: 0, trades: [makeTrade('ü€😀')], lost: 0 }],
  account: { balance: { available: -(10n ** 20n) } } as never,
};

describe('frame codec', () => {
  it('round-trips arrays, bigints and any text', () => {
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it('decodes arrays without a copy: they are views of the frame', () => {
    const bytes = encodeFrame(frame);
    const { bids } = decodeFrame(bytes).books![0]!;
    expect([...bids]).toEqual([600_000, 1_000_000]);
    expect(bids.buffer).toBe(bytes);
  });

  it('encodes a subarray as its own elements', () => {
    const part = Float64Array.of(1, 2, 3, 4).subarray(1, 3);
    const decoded = decodeFrame(encodeFrame({ ...frame, books: [{ ...book, bids: part }] }));
    expect([...decoded.books![0]!.bids]).toEqual([2, 3]);
  });

  it('throws BugError on bytes that it did not encode', () => {
    const whole = encodeFrame(frame);
    const broken = whole.slice(0);
    new Uint8Array(broken)[5] = 0;
    const scalar = encodeFrame(5 as never);
    for (const bytes of [
      new ArrayBuffer(0),
      new ArrayBuffer(16),
      whole.slice(0, 40),
      whole.slice(0, whole.byteLength - 4),
      broken,
      scalar,
    ]) {
      expect(() => decodeFrame(bytes)).toThrow(BugError);
    }
  });
});
