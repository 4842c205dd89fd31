/**
 * Frame codec, the same in both shells: a JSON head with offsets of number arrays, then books and numbers.
 *
 * Shape       u32 length of the head (little-endian) · head in UTF-8, padded with spaces to 8 bytes · records of books, padded to 8
 *             bytes · Float64 block. Books with something that no record can hold are part of the head.
 * Invariants  Decoded arrays of other parts share the frame's buffer, which nothing else uses.
 * Errors      Throws BugError on bytes that `encodeFrame` did not make.
 */
import { BugError } from '../../units/errors.ts';
import { type BooksHead, EncodedBook, encodeBooks, listBooks } from './bookCodec.ts';
import { decodeText, encodeText } from './bytes.ts';
import type { BookFrame, Frame } from './frame.ts';

/** A frame whose books are decoded when they are read. */
export type ReceivedFrame = Omit<Frame, 'books'> & { readonly books?: readonly (BookFrame | EncodedBook)[] };

const ARRAY_TAG = '$f64';
const BIGINT_TAG = '$bigint';
const NO_BYTES = new Uint8Array(0);
/** Parts whose heads have neither arrays of numbers nor bigints. */
const PLAIN_PARTS: ReadonlySet<string> = new Set<keyof Frame>([
  'seq',
  'sentAtMs',
  'clockOffsetMs',
  'changedAtMs',
  'books',
]);

const padded = (length: number): number => Math.ceil(length / 8) * 8;

export function encodeFrame(frame: Frame): ArrayBuffer {
  const arrays: Float64Array[] = [];
  let count = 0;
  const books = frame.books ? encodeBooks(frame.books) : null;
  const parts = books === null ? frame : { ...frame, books: books.head };
  const replace = (_key: string, item: unknown): unknown => {
    if (typeof item === 'bigint') return { [BIGINT_TAG]: item.toString() };
    if (item instanceof Float64Array) {
      const reference = { [ARRAY_TAG]: [count, item.length] };
      arrays.push(item);
      count += item.length;
      return reference;
    }
    return item;
  };
  // Most frames are books alone, and a replacer takes longer than everything else of such a head.
  const isPlain = books !== null && Object.keys(frame).every((name) => PLAIN_PARTS.has(name));
  const head = encodeText(isPlain ? JSON.stringify(parts) : JSON.stringify(parts, replace));
  const records = books?.bytes ?? NO_BYTES;
  const start = padded(4 + head.length);
  const numbersStart = start + padded(records.length);
  const buffer = new ArrayBuffer(numbersStart + count * 8);
  const bytes = new Uint8Array(buffer);
  new DataView(buffer).setUint32(0, start - 4, true);
  bytes.fill(0x20, 4, start);
  bytes.set(head, 4);
  bytes.set(records, start);
  let at = 0;
  const numbers = new Float64Array(buffer, numbersStart);
  for (const array of arrays) {
    numbers.set(array, at);
    at += array.length;
  }
  return buffer;
}

/** Decodes a whole frame at once; the page decodes a book when it is read, by `openFrame`. */
export function decodeFrame(buffer: ArrayBuffer): Frame {
  const { books, ...frame } = openFrame(buffer);
  if (books === undefined) return frame;
  return { ...frame, books: books.map((book) => (book instanceof EncodedBook ? book.decode() : book)) };
}

/** The frame, with books that are decoded when they are read. */
export function openFrame(buffer: ArrayBuffer): ReceivedFrame {
  if (buffer.byteLength < 8) throw new BugError(`Expected a frame of at least 8 bytes, found ${buffer.byteLength}`);
  const length = new DataView(buffer).getUint32(0, true);
  if ((4 + length) % 8 !== 0 || 4 + length > buffer.byteLength) {
    throw new BugError(`Expected a frame head inside ${buffer.byteLength} bytes, found a length of ${length}`);
  }
  if (buffer.byteLength % 8 !== 0) {
    throw new BugError(`Expected groups of 8 bytes, found ${buffer.byteLength} bytes`);
  }
  try {
    const head: unknown = JSON.parse(decodeText(new Uint8Array(buffer, 4, length)));
    if (!isNested(head)) throw new BugError('Expected a frame object, found another value');
    const frame = head as { books?: unknown };
    const { books } = frame;
    if (books !== undefined && !Array.isArray(books) && !isBooksHead(books)) {
      throw new BugError('Expected the books of a frame, found another value');
    }
    if (!isBooksHead(books)) return restore(frame, new Float64Array(buffer, 4 + length)) as ReceivedFrame;
    frame.books = null;
    const numbers = new Float64Array(buffer, 4 + length + padded(books.ends.at(-1) ?? 0));
    restore(frame, numbers);
    frame.books = listBooks(books, new Uint8Array(buffer), 4 + length);
    return frame as ReceivedFrame;
  } catch (error) {
    if (error instanceof BugError) throw error;
    throw new BugError(`Expected a frame head in JSON, found: ${error instanceof Error ? error.name : 'no error'}`);
  }
}

function isBooksHead(item: unknown): item is BooksHead {
  return isNested(item) && Array.isArray((item as BooksHead).$books) && Array.isArray((item as BooksHead).ends);
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
