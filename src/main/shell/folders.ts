/** Private folders of the program on each system: state and cache. */
import { chmod, lstat, mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export interface FolderHost {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const thisHost = (): FolderHost => ({ platform: process.platform, env: process.env, home: os.homedir() });

/** State: vault, journal, settings. Pure. */
export function chooseDataFolder(host: FolderHost = thisHost()): string {
  const { env, home } = host;
  if (host.platform === 'win32') {
    return path.win32.join(env.APPDATA ?? path.win32.join(home, 'AppData', 'Roaming'), 'adyton');
  }
  if (host.platform === 'darwin') return path.posix.join(home, 'Library', 'Application Support', 'adyton');
  const base = env.XDG_CONFIG_HOME;
  return path.posix.join(base?.startsWith('/') ? base : path.posix.join(home, '.config'), 'adyton');
}

/** Cache: the unpacked browser, stored download failures. Pure. */
export function chooseCacheFolder(host: FolderHost = thisHost()): string {
  const { env, home } = host;
  if (host.platform === 'win32') {
    return path.win32.join(env.LOCALAPPDATA ?? path.win32.join(home, 'AppData', 'Local'), 'adyton', 'cache');
  }
  if (host.platform === 'darwin') return path.posix.join(home, 'Library', 'Caches', 'adyton');
  const base = env.XDG_CACHE_HOME;
  return path.posix.join(base?.startsWith('/') ? base : path.posix.join(home, '.cache'), 'adyton');
}

/** Creates a folder that only this user can read; throws for a link or another owner's folder. */
export async function makePrivateFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`Expected a folder of our own at ${folder}, found a link or a file`);
  if (process.getuid !== undefined) {
    if (found.uid !== process.getuid())
      throw new Error(`Expected ${folder} to belong to this user, found another owner`);
    if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  }
  return folder;
}
