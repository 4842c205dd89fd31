import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '#main/shell/dataFolderLock.ts';

describe('lockDataFolder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('holds a file that names this process until it is given back', async () => {
    const unlock = await lockDataFolder(folder);
    expect((await readFile(path.join(folder, 'open.lock'), 'utf8')).trim()).toBe(`${process.pid}`);
    await unlock();
    expect(existsSync(path.join(folder, 'open.lock'))).toBe(false);
  });

  it('refuses a folder that a living process holds', async () => {
    await writeFile(path.join(folder, 'open.lock'), `${process.ppid}\n`);
    await expect(lockDataFolder(folder)).rejects.toThrow(/found one open/);
  });

  it('takes over what a dead process left, and a file without a number', async () => {
    const child = spawn(process.execPath, ['--eval', '']);
    await once(child, 'close');
    await writeFile(path.join(folder, 'open.lock'), `${child.pid}\n`);
    await (await lockDataFolder(folder))();
    await writeFile(path.join(folder, 'open.lock'), 'text');
    await (await lockDataFolder(folder))();
  });
});
