/**
 * Bytes of a recorded block: varints, numbers and text, written and read.
 *
 * Shape       A varint has seven bits a byte, the lowest first; the highest bit says that another byte follows. A flagged one has
 *             six bits and a flag in its first byte, a scaled one five bits and the number of its scale.
 * Invariants  Every safe integer has one form, also those that 32-bit operations cut off; a larger one is a bigint.
 * Errors      RecordingError for a number that is not a safe integer, and for bytes that end too early or that no writer made.
 */
import { decodeText, encodeText } from '../ipc/frames/bytes.ts';
import { toNumber } from '../units/numbers.ts';
import { RecordingError } from './recordingError.ts';

const MAX_VARINT = 10;
const BITS = 128;
const FLAGGED_BITS = 64;
const SCALED_BITS = 32;
/** Up to here the operators on 32-bit integers are exact and not negative. */
const SMALL = 0x80000000;

export interface ByteWriter {
  /** Bytes written. */
  length(): number;
  byte(value: number): void;
  /** A safe integer from 0 on. */
  unsigned(value: number): void;
  /** A safe integer from 0 on, and a bit with it. */
  flagged(value: number, flag: boolean): void;
  /** A safe integer from 0 on, and a number from 0 to 3 with it. */
  scaled(value: number, scale: number): void;
  signed(value: number): void;
  big(value: bigint): void;
  float(value: number): void;
  text(value: string): void;
  /** A copy of the bytes from this place on. */
  slice(from: number): Uint8Array;
  /** Drops the bytes from this place on; keeps the memory. */
  cut(length: number): void;
}

export function createByteWriter(capacity = 4_096): ByteWriter {
  let bytes = new Uint8Array(capacity);
  let at = 0;
  const scratch = new Float64Array(1);
  const scratchBytes = new Uint8Array(scratch.buffer);

  function reserve(count: number): void {
    if (at + count <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, at + count));
    grown.set(bytes.subarray(0, at));
    bytes = grown;
  }

  function varint(value: number): void {
    let rest = value;
    while (rest >= SMALL) {
      const next = Math.floor(rest / BITS);
      bytes[at] = rest - next * BITS + BITS;
      at += 1;
      rest = next;
    }
    while (rest >= BITS) {
      bytes[at] = (rest & 0x7f) | 0x80;
      at += 1;
      rest >>>= 7;
    }
    bytes[at] = rest;
    at += 1;
  }

  function unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw unsafe(value);
    reserve(MAX_VARINT);
    varint(value);
  }

  function flagged(value: number, flag: boolean): void {
    if (!Number.isSafeInteger(value) || value < 0) throw unsafe(value);
    reserve(MAX_VARINT);
    const rest = Math.floor(value / FLAGGED_BITS);
    const low = (value - rest * FLAGGED_BITS) * 2 + (flag ? 1 : 0);
    bytes[at] = rest === 0 ? low : low | 0x80;
    at += 1;
    if (rest > 0) varint(rest);
  }

  return {
    length: () => at,
    byte(value) {
      reserve(1);
      bytes[at] = value;
      at += 1;
    },
    unsigned,
    flagged,
    scaled(value, scale) {
      if (!Number.isSafeInteger(value) || value < 0) throw unsafe(value);
      reserve(MAX_VARINT);
      const rest = Math.floor(value / SCALED_BITS);
      const low = (value - rest * SCALED_BITS) * 4 + scale;
      bytes[at] = rest === 0 ? low : low | 0x80;
      at += 1;
      if (rest > 0) varint(rest);
    },
    signed: (value) => flagged(Math.abs(value), value < 0),
    big(value) {
      let rest = value < 0n ? -value * 2n + 1n : value * 2n;
      while (rest >= 128n) {
        reserve(1);
        bytes[at] = toNumber(BigInt.asUintN(7, rest)) | 0x80;
        at += 1;
        rest >>= 7n;
      }
      reserve(1);
      bytes[at] = toNumber(rest);
      at += 1;
    },
    float(value) {
      reserve(8);
      scratch[0] = value;
      bytes.set(scratchBytes, at);
      at += 8;
    },
    text(value) {
      const encoded = encodeText(value);
      unsigned(encoded.length);
      reserve(encoded.length);
      bytes.set(encoded, at);
      at += encoded.length;
    },
    slice: (from) => bytes.slice(from, at),
    cut(length) {
      at = length;
    },
  };
}

export interface ByteReader {
  isAtEnd(): boolean;
  byte(): number;
  unsigned(): number;
  /** The value and its flag, in `flag()`. */
  flagged(): number;
  /** Of the flagged value that was read last. */
  flag(): boolean;
  /** The value, with its scale in `scale()`. */
  scaled(): number;
  /** Of the scaled value that was read last. */
  scale(): number;
  signed(): number;
  big(): bigint;
  float(): number;
  text(): string;
}

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  let isFlagged = false;
  let scale = 0;
  const scratch = new Float64Array(1);
  const scratchBytes = new Uint8Array(scratch.buffer);

  function byte(): number {
    const value = bytes[at];
    if (value === undefined) throw new RecordingError('Expected more bytes in a recorded block, found its end');
    at += 1;
    return value;
  }

  function varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const next = byte();
      value += (next & 0x7f) * scale;
      if (value > Number.MAX_SAFE_INTEGER) {
        throw new RecordingError('Expected a safe integer in a recorded block, found a larger one');
      }
      if (next < BITS) return value;
      scale *= BITS;
    }
  }

  function flagged(): number {
    const first = byte();
    isFlagged = (first & 1) === 1;
    const low = (first & 0x7f) >> 1;
    return first < BITS ? low : join(varint(), FLAGGED_BITS, low);
  }

  function join(rest: number, bits: number, low: number): number {
    const value = rest * bits + low;
    if (value > Number.MAX_SAFE_INTEGER) {
      throw new RecordingError('Expected a safe integer in a recorded block, found a larger one');
    }
    return value;
  }

  function take(count: number): Uint8Array {
    if (at + count > bytes.length) {
      throw new RecordingError(`Expected ${count} more bytes in a recorded block, found ${bytes.length - at}`);
    }
    at += count;
    return bytes.subarray(at - count, at);
  }

  return {
    isAtEnd: () => at >= bytes.length,
    byte,
    unsigned: varint,
    flagged,
    flag: () => isFlagged,
    scaled() {
      const first = byte();
      scale = first & 3;
      const low = (first & 0x7f) >> 2;
      return first < BITS ? low : join(varint(), SCALED_BITS, low);
    },
    scale: () => scale,
    signed() {
      const value = flagged();
      return isFlagged && value !== 0 ? -value : value;
    },
    big() {
      let value = 0n;
      let shift = 0n;
      for (;;) {
        const next = byte();
        value |= BigInt(next & 0x7f) << shift;
        if (next < BITS) return value & 1n ? -(value >> 1n) : value >> 1n;
        shift += 7n;
      }
    },
    float() {
      scratchBytes.set(take(8));
      return scratch[0]!;
    },
    text: () => decodeText(take(varint())),
  };
}

function unsafe(value: number): RecordingError {
  return new RecordingError(`Expected a safe integer to record, found ${value}`);
}
