import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVersionedFile } from '#main/storage/versionedFile.ts';
import { openSmallDisk, putFolder } from '#test/slice/smallDisk.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-kept-'));
  path = join(folder, 'pins.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () =>
  openVersionedFile<readonly number[]>({
    path,
    now: () => 7,
    empty: [],
    parse(value) {
      if (!Array.isArray(value)) throw new TypeError('Expected numbers');
      return value.map(Number);
    },
  });

describe('versioned file', () => {
  it('has the saved value after a restart, is private, and leaves no draft', () => {
    const kept = open();
    expect([kept.value(), kept.setAside]).toEqual([[], null]);
    kept.save([1, 2]);
    expect(kept.value()).toEqual([1, 2]);
    expect(open().value()).toEqual([1, 2]);
    expect(statSync(path).mode & 0o777).toBe(PRIVATE);
    expect(readdirSync(folder)).toEqual(['pins.json']);
  });

  it.each([
    ['no JSON', '{"half":', 'can be parsed'],
    ['another value', '{}', 'Expected numbers'],
  ])('sets a file with %s aside, says why, and writes another', (_, text, why) => {
    writeFileSync(path, text);
    const kept = open();
    expect(kept.value()).toEqual([]);
    expect(kept.setAside).toMatchObject({ path: `${path}.broken-7`, why: expect.stringContaining(why) });
    expect(readFileSync(`${path}.broken-7`, 'utf8')).toBe(text);
    kept.save([3]);
    expect(open()).toMatchObject({ setAside: null });
  });

  it('moves a folder in its place aside, so that the start goes on', () => {
    putFolder(path);
    const kept = open();
    expect(kept.value()).toEqual([]);
    expect(kept.setAside).toMatchObject({
      path: `${path}.broken-7`,
      why: expect.stringContaining('found something else than a file there'),
    });
    kept.save([3]);
    expect(open().value()).toEqual([3]);
  });

  it('leaves unreadable data where it is when nothing there can be written, and starts without it', () => {
    const disk = openSmallDisk();
    try {
      path = join(disk.folder, 'pins.json');
      writeFileSync(path, '{"half":');
      disk.setReadOnly(true);
      const kept = open();
      expect(kept.value()).toEqual([]);
      expect(kept.setAside).toMatchObject({
        path,
        why: expect.stringContaining('a disk or file that can only be read'),
      });
      expect(() => kept.save([1])).toThrow();
    } finally {
      disk.close();
    }
  });
});
