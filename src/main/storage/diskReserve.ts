/**
 * Disk reserve: space that is kept for what must be written although the disk is full.
 *
 * Shape       `reserve`, a file of 4 MB in the data folder, where the disk has twice that to spare. A protective write that finds no
 *             space deletes it and runs again; the next start makes it again once there is room.
 * Invariants  What a page may add to the disk is refused while less than the reserve is free, so that a page alone never makes
 *             a protective write fail.
 * Errors      `write` throws what the write throws, when there is no reserve left. The rest never throws.
 * Source      docs/decisions/0034-authenticated-stores.md#bounds
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findStorageFault } from '#shared/base/storageFault.ts';

export const RESERVE_BYTES = 4 * 1024 * 1024;
const BLOCK = 65_536;

export interface DiskReserve {
  /** Runs a protective write, if need be in the reserved space. */
  write<T>(run: () => T): T;
  /** False while what a page adds must be refused. */
  hasSpace(): boolean;
}

/** For stores whose space nothing reserves. */
export const NO_RESERVE: DiskReserve = { write: (run) => run(), hasSpace: () => true };

export function openDiskReserve(folder: string, onFault: (error: unknown) => void): DiskReserve {
  const path = join(folder, 'reserve');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  try {
    const isThere = existsSync(path) && statSync(path).size === RESERVE_BYTES;
    if (!isThere && freeBytes() >= 2 * RESERVE_BYTES) fill(path);
  } catch (error) {
    rmSync(path, { force: true });
    onFault(error);
  }
  return {
    write(run) {
      try {
        return run();
      } catch (error) {
        if (findStorageFault(error) !== 'full' || !existsSync(path)) throw error;
        rmSync(path, { force: true });
        onFault(new Error('Expected space on the disk, found none: the reserved space is used now', { cause: error }));
        return run();
      }
    },
    hasSpace() {
      try {
        return freeBytes() >= RESERVE_BYTES;
      } catch (error) {
        onFault(error);
        return false;
      }
    },
  };
}

/** Real bytes: a sparse file reserves nothing. */
function fill(path: string): void {
  rmSync(path, { force: true });
  const file = openSync(path, 'wx', 0o600);
  try {
    const block = Buffer.alloc(BLOCK, 0xa5);
    for (let written = 0; written < RESERVE_BYTES; written += BLOCK) writeSync(file, block);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
