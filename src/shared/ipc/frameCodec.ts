/**
 * Frame codec, the same in both shells: a JSON head with offsets of number arrays, then the numbers.
 *
 * Shape       u32 length of the head (little-endian) · head in UTF-8, padded with spaces to 8 bytes · Float64 block.
 * Invariants  Decoded arrays share the frame's buffer, which nothing else uses.
 * Errors      Throws BugError on bytes that `encodeFrame` did not make.
 */
import { BugError } from '../units/errors.ts';
import type { Frame } from './frame.ts';

/** Globals of both runtimes, typed here because shared code has neither Node's nor the DOM's types. */
const runtime = globalThis as unknown as {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new () => { decode(bytes: Uint8Array): string };
};
const encoder = new runtime.TextEncoder();
const decoder = new runtime.TextDecoder();
const ARRAY_TAG = '$f64';
const BIGINT_TAG = '$bigint';

export function encodeFrame(frame: Frame): ArrayBuffer {
  const arrays: Float64Array[] = [];
  let count = 0;
  const head = encoder.encode(
    JSON.stringify(frame, (_key, item: unknown) => {
      if (typeof item === 'bigint') return { [BIGINT_TAG]: item.toString() };
      if (item instanceof Float64Array) {
        const reference = { [ARRAY_TAG]: [count, item.length] };
        arrays.push(item);
        count += item.length;
        return reference;
      }
      return item;
    }),
  );
  const start = Math.ceil((4 + head.length) / 8) * 8;
  const buffer = new ArrayBuffer(start + count * 8);
  const bytes = new Uint8Array(buffer);
  new DataView(buffer).setUint32(0, start - 4, true);
  bytes.fill(0x20, 4, start);
  bytes.set(head, 4);
  let at = 0;
  const numbers = new Float64Array(buffer, start);
  for (const array of arrays) {
    numbers.set(array, at);
    at += array.length;
  }
  return buffer;
}

export function decodeFrame(buffer: ArrayBuffer): Frame {
  if (buffer.byteLength < 8) throw new BugError(`Expected a frame of at least 8 bytes, found ${buffer.byteLength}`);
  const length = new DataView(buffer).getUint32(0, true);
  if ((4 + length) % 8 !== 0 || 4 + length > buffer.byteLength) {
    throw new BugError(`Expected a frame head inside ${buffer.byteLength} bytes, found a length of ${length}`);
  }
  if ((buffer.byteLength - 4 - length) % 8 !== 0) {
    throw new BugError(
      `Expected whole numbers of 8 bytes after the head, found ${buffer.byteLength - 4 - length} bytes`,
    );
  }
  const numbers = new Float64Array(buffer, 4 + length);
  let frame: unknown;
  try {
    frame = restore(JSON.parse(decoder.decode(new Uint8Array(buffer, 4, length))), numbers);
  } catch (error) {
    throw new BugError(`Expected a frame head in JSON, found: ${error instanceof Error ? error.name : 'no error'}`);
  }
  if (frame === null || typeof frame !== 'object') throw new BugError('Expected a frame object, found another value');
  return frame as Frame;
}

/**
 * Replaces references to arrays and bigints in place. The arrays are views of the frame's own bytes, not copies, and a walk is
 * several times faster than a reviver of JSON.parse: this runs for every frame.
 */
function restore(item: unknown, numbers: Float64Array): unknown {
  if (item === null || typeof item !== 'object') return item;
  if (Array.isArray(item)) {
    for (let at = 0; at < item.length; at += 1) if (isNested(item[at])) item[at] = restore(item[at], numbers);
    return item;
  }
  const record = item as Record<string, unknown>;
  const reference = record[ARRAY_TAG];
  if (Array.isArray(reference)) return numbers.subarray(reference[0], reference[0] + reference[1]);
  const digits = record[BIGINT_TAG];
  if (typeof digits === 'string') return BigInt(digits);
  for (const key in record) if (isNested(record[key])) record[key] = restore(record[key], numbers);
  return record;
}

function isNested(item: unknown): boolean {
  return item !== null && typeof item === 'object';
}
