import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPrivateFile } from '#main/storage/privateFile.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-file-'));
  path = join(folder, 'orders.csv');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('has its content only once it is finished, readable by this user alone', () => {
  const file = createPrivateFile(path);
  file.write('a\n');
  file.write('b\n');
  expect(readFileSync(path, 'utf8')).toBe('');
  file.finish();
  expect(readFileSync(path, 'utf8')).toBe('a\nb\n');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['orders.csv']);
});

it('leaves nothing when it is discarded', () => {
  const file = createPrivateFile(path);
  file.write('a');
  file.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('replaces no file, neither at the path nor a draft beside it', () => {
  writeFileSync(path, 'mine');
  expect(() => createPrivateFile(path)).toThrow(/EEXIST/);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  const other = join(folder, 'fills.csv');
  writeFileSync(`${other}.new`, 'mine');
  expect(() => createPrivateFile(other)).toThrow(/EEXIST/);
  expect([existsSync(other), readFileSync(`${other}.new`, 'utf8')]).toEqual([false, 'mine']);
});
