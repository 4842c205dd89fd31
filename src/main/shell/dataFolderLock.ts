/** One terminal per data folder: a lock file that names its process; one left by a dead process is taken over. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseInteger } from '#shared/units/numbers.ts';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readOwner(file: string): Promise<number | null> {
  try {
    return parseInteger((await readFile(file, 'utf8')).trim());
  } catch {
    return null;
  }
}

/** Answers a function that gives the lock back; throws where another terminal is open on `folder`. */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'open.lock');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const owner = await readOwner(file);
      if (owner !== null && owner !== process.pid && isRunning(owner)) {
        throw new Error(`Expected no other Adyton on ${folder}, found one open (process ${owner})`);
      }
      await rm(file, { force: true });
    }
  }
  throw new Error(`Expected to lock ${folder}, found that another start was quicker`);
}
