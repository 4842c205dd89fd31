import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCK_FILE, lockDataFolder } from '#main/shell/dataFolderLock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'adyton-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('lockDataFolder', () => {
  it('locks the folder in a private file until it is released', async () => {
    const release = await lockDataFolder(folder);
    expect(statSync(path.join(folder, LOCK_FILE)).mode & 0o777).toBe(0o600);
    await expect(lockDataFolder(folder)).rejects.toThrow(/found one open/);
    await release();
    await release();
    await (await lockDataFolder(folder))();
  });
});
