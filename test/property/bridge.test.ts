import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { INPUTS } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/frame.ts';
import { decodeFrame, encodeFrame } from '#shared/ipc/frameCodec.ts';
import { COMMAND_NAMES } from '#shared/ipc/names.ts';
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

  it('of any bytes are a frame or BugError', () => {
    const whole = new Uint8Array(
      encodeFrame({ seq: 1, sentAtMs: 1, clockOffsetMs: 5, books: [{ bids: Float64Array.of(1, 2) }] } as never),
    );
    const broken = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
      const bytes = whole.slice();
      bytes[at] = byte;
      return bytes;
    });
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
          expect(typeof INPUTS[name].safeParse(input).success).toBe('boolean');
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
          expect(INPUTS['order.place'].safeParse(input).success).toBe(false);
        },
      ),
    );
  });
});
