import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatStamp, isBelow } from '#main/app/commands/chosenPath.ts';

let folder: string;
let vault: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'adyton-path-')));
  vault = path.join(folder, 'vault');
  for (const name of ['vault', 'vault/..copies', 'vault-2']) mkdirSync(path.join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('finds a file in a folder, below it, and behind a link to it', () => {
  symlinkSync(vault, path.join(folder, 'link'), 'junction');
  for (const name of ['vault/a.json', 'vault/..copies/a.json', 'link/a.json', 'vault-2/../vault/a.json']) {
    expect([name, isBelow(path.join(folder, name), vault)]).toEqual([name, true]);
  }
});

it('allows a file beside the folder, above it, and in a folder that does not exist', () => {
  for (const name of ['vault-2/a.json', 'a.json', 'missing/a.json']) {
    expect([name, isBelow(path.join(folder, name), vault)]).toEqual([name, false]);
  }
});

it('names a time with characters that every file system accepts', () => {
  expect(formatStamp(0)).toBe('1970-01-01T00-00-00-000Z');
});
