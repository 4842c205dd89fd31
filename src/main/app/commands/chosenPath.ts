/** Paths that a person chose for a new file: names that are suggested, and folders that are refused. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { formatIsoTime } from '#shared/units/time.ts';
import { isInside } from '../../shell/bundle.ts';

/** ISO time with characters that every file system accepts. */
export function formatStamp(atMs: number): string {
  return formatIsoTime(atMs).replace(/[:.]/g, '-');
}

/** True for a file in `folder` or below it. A copy beside the vault could be mistaken for it, or be deleted with it. */
export function isBelow(file: string, folder: string): boolean {
  try {
    const [outer, inner] = [realpathSync(folder), realpathSync(path.dirname(file))];
    return inner === outer || isInside(outer, inner);
  } catch {
    return false;
  }
}
