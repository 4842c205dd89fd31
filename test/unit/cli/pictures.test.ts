import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPictureLoop } from '../../../src/cli/pictures.ts';

const HOUR_MS = 3_600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'adyton-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('writes a picture that only this user can read, and leaves nothing beside it', async () => {
  const file = path.join(folder, 'adyton.png');
  writeFileSync(file, 'older', { mode: 0o644 });
  const loop = openPictureLoop(
    file,
    HOUR_MS,
    async () => new Uint8Array([1, 2]),
    () => undefined,
  );
  await loop.write();
  await loop.stop();
  expect([...readFileSync(file)]).toEqual([1, 2]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['adyton.png']);
});

it('writes through no link that somebody placed', async () => {
  const file = path.join(folder, 'adyton.png');
  const other = path.join(folder, 'other');
  writeFileSync(other, 'kept');
  symlinkSync(other, `${file}.${process.pid}.part`);
  const loop = openPictureLoop(
    file,
    HOUR_MS,
    async () => new Uint8Array([1]),
    () => undefined,
  );
  await loop.write();
  await loop.stop();
  expect(readFileSync(other, 'utf8')).toBe('kept');
  expect([...readFileSync(file)]).toEqual([1]);
});
