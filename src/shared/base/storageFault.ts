/**
 * Storage fault: why a file cannot be read or written, from the error of the file system or of SQLite.
 *
 * Invariants  Looks through `cause`, so that an error of our own that names the file keeps what the system said.
 */
import { describeError } from './describeError.ts';

export type StorageFault = 'full' | 'readOnly' | 'notAllowed' | 'notAFile' | 'damaged' | 'busy' | 'other';

const BY_CODE: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'readOnly',
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EISDIR: 'notAFile',
  ENOTDIR: 'notAFile',
  EBUSY: 'busy',
};

/** Primary result codes of SQLite. */
const BY_RESULT: Readonly<Record<number, StorageFault>> = {
  5: 'busy',
  6: 'busy',
  8: 'readOnly',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};
const PRIMARY = 0xff;

const WORDS: Readonly<Record<StorageFault, string>> = {
  full: 'found no space left on the disk',
  readOnly: 'found a disk or file that can only be read',
  notAllowed: 'found that this user may not use it',
  notAFile: 'found something else than a file there',
  damaged: 'found a damaged file',
  busy: 'found it in use by another program',
  other: 'found that it failed',
};

export function findStorageFault(error: unknown): StorageFault {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, errcode } = at as { readonly code?: unknown; readonly errcode?: unknown };
    const found =
      (typeof code === 'string' && BY_CODE[code]) || (typeof errcode === 'number' && BY_RESULT[errcode & PRIMARY]);
    if (found) return found;
  }
  return 'other';
}

/** 'Expected to open PATH, found no space left on the disk (database or disk is full)'. */
export function describeStorage(expected: string, error: unknown): string {
  return `Expected ${expected}, ${WORDS[findStorageFault(error)]} (${describeError(error)})`;
}

/** Why a file cannot be used: what its content lacks, or what the system said about it. */
export function describeReading(error: unknown): string {
  return error instanceof Error && 'code' in error ? describeStorage('to read it', error) : describeError(error);
}
