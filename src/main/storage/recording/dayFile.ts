/**
 * Day file: the finished blocks of one UTC day of a recording, in SQLite.
 *
 * Shape       One row a block: its records as one zstd frame with a checksum, what it covers, and a CRC-32 over both. Numbers of
 *             blocks rise by one. Mode 0600, not encrypted.
 * Invariants  Any flipped byte of a block is found: zstd checks its content, the CRC-32 the frame's own head and the row.
 * Errors      RecordingError for a file of a newer program and for a block that was changed; what SQLite throws.
 * Source      docs/recording.md#format
 */
import { DatabaseSync } from 'node:sqlite';
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describeError } from '#shared/base/describeError.ts';
import { CODEC_VERSION } from '#shared/recording/record.ts';
import { RecordingError } from '#shared/recording/recordingError.ts';
import { openPrivateDatabase } from '../privateDatabase.ts';

/** Of the tables; the records have the codec's own version in each block. */
export const FILE_VERSION = 1;

const SCHEMA = `
  CREATE TABLE block (
    number INTEGER PRIMARY KEY, codec INTEGER NOT NULL, first_record INTEGER NOT NULL, records INTEGER NOT NULL,
    from_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL, has_state INTEGER NOT NULL, raw_bytes INTEGER NOT NULL,
    is_whole INTEGER NOT NULL, crc INTEGER NOT NULL, body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX block_of_state ON block (from_ms) WHERE has_state = 1;`;

/** Level 9 saves a twentieth of level 3, for half a microsecond an increment, in the worker. */
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 9 } };
/** Far above every block; a damaged size never takes more memory. */
const MAX_RAW_BYTES = 64 * 1024 * 1024;

export interface BlockHead {
  readonly number: number;
  readonly codec: number;
  /** In the sequence of the file's records, from 0. */
  readonly firstRecord: number;
  readonly records: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** It begins with the whole state. */
  readonly hasState: boolean;
  readonly rawBytes: number;
  /** False: written from the tail of a program that was stopped, so that it has no hash at its end. */
  readonly isWhole: boolean;
}

export type NewBlock = Omit<BlockHead, 'number' | 'firstRecord' | 'rawBytes' | 'codec'>;

export interface DayFile {
  readonly path: string;
  /** Of the last block; null in a new file. */
  last(): BlockHead | null;
  /** Written, and kept when the program is killed, when this returns. */
  append(block: NewBlock, raw: Uint8Array): BlockHead;
  close(): void;
}

/** Opens or creates a day's file for writing. */
export function openDayFile(path: string): DayFile {
  const database = openPrivateDatabase(path, 'NORMAL', prepare);
  const insert = database.prepare('INSERT INTO block VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  let last = readLast(database);
  return {
    path,
    last: () => last,
    append(block, raw) {
      const head: BlockHead = {
        number: (last?.number ?? 0) + 1,
        codec: CODEC_VERSION,
        firstRecord: last === null ? 0 : last.firstRecord + last.records,
        records: block.records,
        fromMs: block.fromMs,
        untilMs: block.untilMs,
        hasState: block.hasState,
        rawBytes: raw.length,
        isWhole: block.isWhole,
      };
      const body = zstdCompressSync(raw, COMPRESSION);
      insert.run(...columnsOf(head), checkOf(head, body), body);
      last = head;
      return head;
    },
    close: () => database.close(),
  };
}

export interface DayReader {
  readonly path: string;
  /** Heads of all blocks, in order; throws where one is missing. */
  list(): BlockHead[];
  /** The last block that begins with a state at or before this time; null when none does. */
  findState(atMs: number): BlockHead | null;
  /** Blocks from this number on. */
  read(from: number): Generator<{ readonly head: BlockHead; readonly raw: Uint8Array }>;
  close(): void;
}

/** Opens a day's file for reading; the program may be writing it. */
export function readDayFile(path: string): DayReader {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    if (version !== FILE_VERSION) {
      throw new RecordingError(`Expected a recording of version ${FILE_VERSION}, found ${String(version)}`);
    }
    const heads = 'number, codec, first_record, records, from_ms, until_ms, has_state, raw_bytes, is_whole';
    const selectHeads = database.prepare(`SELECT ${heads} FROM block ORDER BY number`);
    const selectState = database.prepare(
      `SELECT ${heads} FROM block WHERE has_state = 1 AND from_ms <= :at ORDER BY from_ms DESC, number DESC LIMIT 1`,
    );
    const selectBlocks = database.prepare('SELECT * FROM block WHERE number >= :from ORDER BY number');
    return {
      path,
      list() {
        const found = selectHeads.all().map(readHead);
        for (const [at, { number }] of found.entries()) expectNumber(number, at + 1);
        return found;
      },
      findState(atMs) {
        const row = selectState.get({ at: Math.floor(atMs) });
        return row === undefined ? null : readHead(row);
      },
      *read(from) {
        let expected = from;
        for (const row of selectBlocks.iterate({ from })) {
          const head = readHead(row);
          expectNumber(head.number, expected);
          expected += 1;
          yield { head, raw: unpack(head, row.crc, row.body) };
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function unpack(head: BlockHead, crc: unknown, body: unknown): Uint8Array {
  if (!(body instanceof Uint8Array) || crc !== checkOf(head, body)) throw changed(head, 'another checksum');
  if (head.codec > CODEC_VERSION) {
    throw new RecordingError(`Expected records of version ${CODEC_VERSION} or older, found ${head.codec}`);
  }
  let raw: Uint8Array;
  try {
    raw = zstdDecompressSync(body, { maxOutputLength: MAX_RAW_BYTES });
  } catch (error) {
    throw changed(head, describeError(error));
  }
  // Of frames one after the other only the first is decompressed.
  if (raw.length !== head.rawBytes) throw changed(head, `${raw.length} bytes`);
  return raw;
}

function changed({ number, rawBytes }: BlockHead, found: string): RecordingError {
  return new RecordingError(`Expected block ${number} of a recording with ${rawBytes} bytes, found ${found}`);
}

function expectNumber(found: number, expected: number): void {
  if (found !== expected) throw new RecordingError(`Expected block ${expected} of a recording, found ${found}`);
}

function columnsOf(head: BlockHead): number[] {
  return [
    head.number,
    head.codec,
    head.firstRecord,
    head.records,
    head.fromMs,
    head.untilMs,
    head.hasState ? 1 : 0,
    head.rawBytes,
    head.isWhole ? 1 : 0,
  ];
}

function checkOf(head: BlockHead, body: Uint8Array): number {
  return crc32(body, crc32(JSON.stringify(columnsOf(head))));
}

function readHead(row: Readonly<Record<string, unknown>>): BlockHead {
  const read = (name: string): number => {
    const value = row[name];
    if (typeof value !== 'number') throw new RecordingError(`Expected a number as ${name} of a block, found another`);
    return value;
  };
  return {
    number: read('number'),
    codec: read('codec'),
    firstRecord: read('first_record'),
    records: read('records'),
    fromMs: read('from_ms'),
    untilMs: read('until_ms'),
    hasState: read('has_state') === 1,
    rawBytes: read('raw_bytes'),
    isWhole: read('is_whole') === 1,
  };
}

function readLast(database: DatabaseSync): BlockHead | null {
  const row = database.prepare('SELECT * FROM block ORDER BY number DESC LIMIT 1').get();
  return row === undefined ? null : readHead(row);
}

function prepare(database: DatabaseSync): void {
  const version = database.prepare('PRAGMA user_version').get()?.user_version;
  if (version === FILE_VERSION) return;
  if (typeof version !== 'number' || version > FILE_VERSION) {
    throw new RecordingError(`Expected a recording of version ${FILE_VERSION} or older, found ${String(version)}`);
  }
  database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${FILE_VERSION}; COMMIT;`);
}
