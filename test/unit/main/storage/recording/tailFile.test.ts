import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTailFile, readTailFile } from '#main/storage/recording/tailFile.ts';
import { makeFolder, removeFolders } from './openBench.ts';

afterEach(removeFolders);

const HEAD = { codec: 1, number: 3, fromMs: 1_000, hasState: true };
const part = (value: number): Uint8Array => new Uint8Array(10).fill(value);

function writeTail(): { readonly file: string; readonly bytes: number } {
  const file = path.join(makeFolder(), 'day.tail');
  const tail = openTailFile(file);
  tail.begin({ ...HEAD, number: 2 });
  tail.append(part(9), 9, 1_100);
  tail.begin(HEAD);
  for (const value of [1, 2, 3]) tail.append(part(value), value, 1_000 + value);
  tail.close();
  return { file, bytes: readFileSync(file).length };
}

describe('a tail file', () => {
  it('has the parts of the open block alone', () => {
    const { file } = writeTail();
    const raw = Uint8Array.from([...part(1), ...part(2), ...part(3)]);
    expect(readTailFile(file)).toEqual({ ...HEAD, records: 6, untilMs: 1_003, raw });
  });

  it('has the whole parts, wherever it is cut off', () => {
    const { file, bytes } = writeTail();
    const counts = new Set<number>();
    for (let length = bytes; length >= 0; length -= 1) {
      truncateSync(file, length);
      const left = readTailFile(file);
      counts.add(left?.records ?? 0);
      expect(left === null || left.raw.length === [0, 10, 0, 20, 0, 0, 30][left.records]).toBe(true);
    }
    expect([...counts]).toEqual([6, 3, 1, 0]);
  });

  it('ends before a part with a flipped byte', () => {
    const { file, bytes } = writeTail();
    const before = readFileSync(file);
    const length = bytes - 10;
    for (let at = length; at < bytes; at += 1) {
      const flipped = Buffer.from(before);
      flipped[at]! ^= 4;
      writeFileSync(file, flipped);
      expect(readTailFile(file)).toMatchObject({ records: 3 });
    }
  });

  it('is empty where there is none, where nothing is open, and where it is something else', () => {
    const file = path.join(makeFolder(), 'day.tail');
    expect(readTailFile(file)).toBeNull();
    const tail = openTailFile(file);
    expect(readTailFile(file)).toBeNull();
    tail.begin(HEAD);
    expect(readTailFile(file)).toBeNull();
    tail.append(part(1), 1, 1);
    tail.clear();
    tail.close();
    expect(readTailFile(file)).toBeNull();
    appendFileSync(file, 'something else');
    expect(readTailFile(file)).toBeNull();
  });
});
