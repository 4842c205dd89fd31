/**
 * Data folder lock: one terminal per data folder.
 *
 * Shape       An exclusive SQLite transaction, which is a lock of the operating system: atomic, and released when the process
 *             ends in any way. A lock file that names a process can be taken over by two starts at once; this cannot.
 * Errors      Throws when another terminal is open on the folder.
 */
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const LOCK_FILE = 'lock.sqlite';
/** Lock file of earlier versions. */
const FORMER_LOCK_FILE = 'open.lock';
/** Simultaneous starts hold shared locks for a moment; without a wait all of them could fail. */
const WAIT_MS = 50;

/** A database that is garbage-collected would release its lock. */
const locks = new Set<DatabaseSync>();

/** Locks `folder`; the answer releases it. */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, LOCK_FILE);
  createPrivateFile(file);
  const database = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new Error(`Expected no other Adyton on ${folder}, found one open`);
    throw error;
  }
  await rm(path.join(folder, FORMER_LOCK_FILE), { force: true });
  locks.add(database);
  return async () => {
    if (locks.delete(database)) database.close();
  };
}

/** Creates the file where it is missing. An existing one is not opened: closing any descriptor of it releases the lock (POSIX). */
function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY, as node:sqlite reports it.
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
