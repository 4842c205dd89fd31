/** Paths that a person chose for a new file: names that are suggested, and folders that are refused. */
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** ISO time with characters that every file system accepts. */
export function formatStamp(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[:.]/g, '-');
}

/** True for a file in `folder` or below it. A copy beside the vault could be mistaken for it, or be deleted with it. */
export function isInside(file: string, folder: string): boolean {
  try {
    const within = path.relative(realpathSync(folder), realpathSync(path.dirname(file)));
    return !within.startsWith('..') && !path.isAbsolute(within);
  } catch {
    return false;
  }
}
