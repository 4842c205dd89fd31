import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS } from '#shared/ipc/commands.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame, encodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import { BugError } from '#shared/units/errors.ts';
import { makeIntent } from '#test/slice/makers.ts';

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => !/[\ud800-\udfff]/.test(text)),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
);
const key = fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__' && !name.startsWith('$'));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(key, tie('any'), { noNullPrototype: true, maxKeys: 4 }),
  ),
})).any;

describe('messages', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(value, (message) => {
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
      }),
    );
  });

  it('of any text are a value or SyntaxError', () => {
    const nearly = fc.stringMatching(/^[{}[\]":,$bigint0-9\\eE.-]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), nearly), (text) => {
        try {
          decodeMessage(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('frames', () => {
  const numbers = fc.float64Array({ maxLength: 20 });
  const book = fc.record({
    bids: numbers,
    asks: numbers,
    traded: numbers,
    market: fc.string(),
    sequence: fc.integer(),
  });

  it('come back as they were, whatever numbers they carry', () => {
    fc.assert(
      fc.property(fc.array(book, { maxLength: 4 }), value, fc.nat(), (books, account, seq) => {
        const frame = { seq, sentAtMs: 1, clockOffsetMs: null, books, account } as unknown as Frame;
        expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
      }),
    );
  });

  const whole = fc.maxSafeNat();
  const orNull = fc.option(whole);
  const levels = fc
    .array(fc.tuple(fc.nat(1_000_000), whole), { maxLength: 10 })
    .map((all) => Float64Array.from(all.flat()));
  const fullBook = fc.record({
    market: fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/),
    health: fc.constantFrom({ at: 'live' }, { at: 'waiting' }),
    version: whole,
    sequence: orNull,
    exchangeTimeMs: orNull,
    provedAtMs: orNull,
    bids: levels,
    asks: levels,
    traded: levels,
    lastPrice: orNull,
  });

  it('come back as they were with whole books, beside other arrays', () => {
    fc.assert(
      fc.property(fc.array(fullBook, { maxLength: 4 }), numbers, (books, rows) => {
        const frame = { seq: 1, sentAtMs: 1, clockOffsetMs: null, books, candles: [{ rows }] } as unknown as Frame;
        expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
      }),
    );
  });

  it('of any bytes are a frame or BugError', () => {
    const frame = new Uint8Array(
      encodeFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: 5, books: [{ bids: Float64Array.of(1, 2) }] } as never),
    );
    const records = new Uint8Array(
      encodeFrame({ seq: 1, books: fc.sample(fullBook, { numRuns: 2, seed: 1 }) } as never),
    );
    const breakOne = (of: Uint8Array) =>
      fc.tuple(fc.nat(of.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
        const bytes = of.slice();
        bytes[at] = byte;
        return bytes;
      });
    const broken = fc.oneof(breakOne(frame), breakOne(records));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), broken), (bytes) => {
        try {
          decodeFrame(Uint8Array.from(bytes).buffer);
        } catch (error) {
          expect(error).toBeInstanceOf(BugError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('inputs of commands', () => {
  it('never throw, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMAND_NAMES),
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        (name, input) => {
          expect(typeof COMMANDS[name].input.safeParse(input).success).toBe('boolean');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('with a key too many are refused, whatever its name', () => {
    const known = new Set(Object.keys(makeIntent()));
    fc.assert(
      fc.property(
        fc.string().filter((name) => !known.has(name)),
        fc.anything(),
        (name, extra) => {
          const input = Object.defineProperty({ ...makeIntent() }, name, { value: extra, enumerable: true });
          expect(COMMANDS['order.place'].input.safeParse(input).success).toBe(false);
        },
      ),
    );
  });
});
