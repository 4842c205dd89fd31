import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { openDayFile, readDayFile } from '#main/storage/recording/dayFile.ts';
import { openRecordingReader } from '#main/storage/recording/recordingReader.ts';
import { CODEC_VERSION } from '#shared/recording/record.ts';
import { makeFolder, removeFolders } from './openBench.ts';

afterEach(removeFolders);

const FIXTURES = path.join(import.meta.dirname, '../../../../fixtures/recording');
const BLOCK = { records: 3, fromMs: 1_000, untilMs: 2_000, hasState: true, isWhole: true };
const RAW = Uint8Array.from({ length: 4_000 }, (_, at) => (at * at) % 251);

function writeDay(count = 1): string {
  const file = path.join(makeFolder(), '2023-11-14.sqlite');
  const day = openDayFile(file);
  for (let block = 0; block < count; block += 1) day.append(BLOCK, RAW);
  day.close();
  return file;
}

const readAll = (file: string): number => {
  const day = readDayFile(file);
  try {
    return [...day.read(1)].length;
  } finally {
    day.close();
  }
};

function change(file: string, sql: string, parameters: Record<string, Uint8Array | number> = {}): void {
  const database = new DatabaseSync(file);
  database.prepare(sql).run(parameters);
  database.close();
}

describe('a day file', () => {
  it('gives back the blocks and where they are in the sequence', () => {
    const day = readDayFile(writeDay(3));
    const blocks = [...day.read(2)];
    expect(blocks.map(({ head }) => [head.number, head.firstRecord])).toEqual([
      [2, 3],
      [3, 6],
    ]);
    expect(blocks.every(({ raw }) => Buffer.from(raw).equals(Buffer.from(RAW)))).toBe(true);
    expect(day.findState(1_500)).toMatchObject({ number: 3 });
    expect(day.findState(999)).toBeNull();
    day.close();
  });

  it('finds a flipped bit in any byte of a block', () => {
    const file = writeDay();
    const database = new DatabaseSync(file);
    const body = database.prepare('SELECT body FROM block').get()!.body as Uint8Array;
    const write = database.prepare('UPDATE block SET body = :body');
    const unfound: number[] = [];
    for (let at = 0; at < body.length; at += 1) {
      const flipped = Uint8Array.from(body);
      flipped[at]! ^= 1 << (at % 8);
      write.run({ body: flipped });
      try {
        readAll(file);
        unfound.push(at);
      } catch (error) {
        expect(error).toMatchObject({ name: 'RecordingError' });
      }
    }
    database.close();
    expect(unfound).toEqual([]);
  });

  it('finds a changed column, a block that is missing, and one that is cut off', () => {
    for (const sql of [
      'UPDATE block SET from_ms = from_ms + 1 WHERE number = 2',
      'UPDATE block SET records = 4 WHERE number = 2',
      'UPDATE block SET is_whole = 0 WHERE number = 2',
      'DELETE FROM block WHERE number = 2',
      'UPDATE block SET body = CAST(substr(body, 1, length(body) - 1) AS BLOB) WHERE number = 2',
      'UPDATE block SET body = CAST(body || body AS BLOB) WHERE number = 2',
    ]) {
      const file = writeDay(3);
      change(file, sql);
      expect(() => readAll(file), sql).toThrow('Expected block 2 of a recording');
    }
  });

  it('is not opened when a newer program wrote it', () => {
    const file = writeDay();
    change(file, 'PRAGMA user_version = 99');
    expect(() => readDayFile(file)).toThrow('Expected a recording of version 1, found 99');
    expect(() => openDayFile(file)).toThrow('found 99');
  });
});

describe('recordings of earlier versions', () => {
  it('are kept one of each version, and replay to what was live', () => {
    const versions = readdirSync(FIXTURES).filter((name) => /^codec-\d+$/.test(name));
    expect(versions).toEqual(Array.from({ length: CODEC_VERSION }, (_, at) => `codec-${at + 1}`));
    for (const version of versions) {
      // A reader of a write-ahead log may write beside it.
      const folder = makeFolder();
      cpSync(path.join(FIXTURES, version), folder, { recursive: true });
      const reader = openRecordingReader(folder);
      const kinds = new Set<string>();
      const result = reader.replay(
        (record) => void kinds.add(record.kind === 'market' ? record.event.kind : record.kind),
      );
      reader.close();
      expect(result.differing).toEqual([]);
      expect(result.compared).toBeGreaterThan(1);
      const needed = 'bookSnapshot bookIncrement trades tick candle disconnected bookState state accountChange gap';
      expect(needed.split(' ').filter((kind) => !kinds.has(kind))).toEqual([]);
    }
  });
});
