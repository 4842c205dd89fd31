/**
 * Tail file: the open block of a recording, in parts that survive a kill of the program.
 *
 * Shape       A head of one line of JSON, then parts: bytes, records, CRC-32 and end time, as four numbers of 64 bits, and the bytes.
 *             The parts of one tail, one after the other, are a block. Mode 0600.
 * Invariants  A part that is cut off or changed ends the tail: the parts before it are whole records.
 * Errors      Writing throws what the file system throws. Reading never throws: what is unreadable is an empty tail.
 */
import { closeSync, existsSync, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

const FORM = 'adyton-recording-tail-1';
const HEAD_NUMBERS = 4;
const HEAD_BYTES = HEAD_NUMBERS * 8;
const LINE_END = 10;

const headOf = z.strictObject({
  form: z.literal(FORM),
  codec: z.number().int(),
  number: z.number().int(),
  fromMs: z.number().int(),
  hasState: z.boolean(),
});

export interface TailHead {
  readonly codec: number;
  /** Number that the block will have in the day file. */
  readonly number: number;
  readonly fromMs: number;
  readonly hasState: boolean;
}

export interface Tail extends TailHead {
  readonly records: number;
  readonly untilMs: number;
  readonly raw: Uint8Array;
}

export interface TailFile {
  /** Drops the block before. */
  begin(head: TailHead): void;
  append(part: Uint8Array, records: number, untilMs: number): void;
  /** Nothing is open. */
  clear(): void;
  close(): void;
}

export function openTailFile(path: string): TailFile {
  const file = openSync(path, 'a+', 0o600);
  fchmodSync(file, 0o600);
  return {
    begin(head) {
      ftruncateSync(file, 0);
      writeSync(file, `${JSON.stringify({ form: FORM, ...head })}\n`);
    },
    append(part, records, untilMs) {
      const numbers = new Float64Array([part.length, records, crc32(part), untilMs]);
      // One write: a kill between two would leave a head without its bytes.
      writeSync(file, Buffer.concat([new Uint8Array(numbers.buffer), part]));
    },
    clear: () => ftruncateSync(file, 0),
    close: () => closeSync(file),
  };
}

/** The open block that a program left, as far as it is whole; null when there is none. */
export function readTailFile(path: string): Tail | null {
  if (!existsSync(path)) return null;
  let bytes: Uint8Array;
  let head: z.output<typeof headOf>;
  let at: number;
  try {
    bytes = new Uint8Array(readFileSync(path));
    at = bytes.indexOf(LINE_END) + 1;
    head = headOf.parse(JSON.parse(Buffer.from(bytes.subarray(0, at)).toString('utf8')));
  } catch {
    return null;
  }
  const parts: Uint8Array[] = [];
  let records = 0;
  let untilMs = head.fromMs;
  while (at + HEAD_BYTES <= bytes.length) {
    const [length, count, crc, until] = new Float64Array(bytes.slice(at, at + HEAD_BYTES).buffer);
    const end = at + HEAD_BYTES + length!;
    if (!(length! >= 0 && end <= bytes.length)) break;
    const part = bytes.subarray(at + HEAD_BYTES, end);
    if (crc32(part) !== crc) break;
    parts.push(part);
    records += count!;
    untilMs = until!;
    at = end;
  }
  if (records === 0) return null;
  const { codec, number, fromMs, hasState } = head;
  return { codec, number, fromMs, hasState, records, untilMs, raw: new Uint8Array(Buffer.concat(parts)) };
}
