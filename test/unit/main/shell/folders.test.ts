import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseCacheFolder, chooseDataFolder, makePrivateFolder } from '#main/shell/folders.ts';

describe('chooseDataFolder and chooseCacheFolder', () => {
  it.each([
    ['linux', {}, '/home/a/.config/adyton', '/home/a/.cache/adyton'],
    ['linux', { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k' }, '/c/adyton', '/k/adyton'],
    ['linux', { XDG_CONFIG_HOME: 'c', XDG_CACHE_HOME: '' }, '/home/a/.config/adyton', '/home/a/.cache/adyton'],
    ['darwin', {}, '/home/a/Library/Application Support/adyton', '/home/a/Library/Caches/adyton'],
    ['win32', { APPDATA: 'C:\\R', LOCALAPPDATA: 'C:\\L' }, 'C:\\R\\adyton', 'C:\\L\\adyton\\cache'],
  ] as const)('are where %s keeps such things (%j)', (platform, env, data, cache) => {
    expect(chooseDataFolder({ platform, env, home: '/home/a' })).toBe(data);
    expect(chooseCacheFolder({ platform, env, home: '/home/a' })).toBe(cache);
  });
});

describe.skipIf(process.platform === 'win32')('makePrivateFolder', () => {
  let base = '';
  beforeEach(async () => {
    base = await mkdtemp(path.join(os.tmpdir(), 'adyton-folders-'));
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  it('creates a folder that only this user can read', async () => {
    const folder = await makePrivateFolder(path.join(base, 'a/b'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('removes the permissions of others from an existing folder', async () => {
    const folder = path.join(base, 'open');
    await mkdir(folder);
    await chmod(folder, 0o755);
    await makePrivateFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('refuses a link to any target', async () => {
    await mkdir(path.join(base, 'real'));
    await symlink(path.join(base, 'real'), path.join(base, 'link'));
    await expect(makePrivateFolder(path.join(base, 'link'))).rejects.toThrow(/found a link/);
  });
});
