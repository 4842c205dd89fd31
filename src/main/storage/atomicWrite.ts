/** A file that only this user can read, written whole and read back. Errors: what the disk throws; never over another file. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Writes `text` to a new file of mode 0600 and answers what the disk holds afterwards. */
export function writePrivateFile(path: string, text: string): string {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return readFileSync(path, 'utf8');
}
