import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atomicWrite, writePrivateFile } from '#main/storage/atomicWrite.ts';

/** Windows has no such modes: it shows every writable file as this. */
const PRIVATE = process.platform === 'win32' ? 0o666 : 0o600;
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-atomic-'));
  path = join(folder, 'file.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('atomicWrite', () => {
  it('replaces the content, privately, and leaves no draft', () => {
    writeFileSync(path, 'old', { mode: 0o644 });
    atomicWrite(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(PRIVATE);
    expect(readdirSync(folder)).toEqual(['file.json']);
  });

  it('keeps the old content and no draft when the rename fails', () => {
    expect(() => atomicWrite(folder, 'new')).toThrow();
    expect(existsSync(`${folder}.new`)).toBe(false);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('never writes through a link in place of its draft', () => {
    const target = join(folder, 'target');
    writeFileSync(target, 'untouched');
    symlinkSync(target, `${path}.new`);
    atomicWrite(path, 'new');
    expect(readFileSync(target, 'utf8')).toBe('untouched');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });
});

describe('writePrivateFile', () => {
  it('answers what is on disk, and never replaces a file', () => {
    expect(writePrivateFile(path, 'text')).toBe('text');
    expect(statSync(path).mode & 0o777).toBe(PRIVATE);
    expect(() => writePrivateFile(path, 'other')).toThrow('EEXIST');
    expect(readFileSync(path, 'utf8')).toBe('text');
  });
});
