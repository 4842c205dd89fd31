/** Files of a data folder while the program runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ReadFile {
  /** Below the folder. */
  readonly where: string;
  readonly bytes: Buffer;
}

/** All files below `folder`. SQLite removes its journals meanwhile: those are left out. */
export function readFiles(folder: string): ReadFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readIfThere(path);
      return bytes === null ? [] : [{ where: path.slice(folder.length + 1), bytes }];
    });
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
