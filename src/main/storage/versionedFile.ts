/**
 * One JSON value in a file of mode 0600, replaced whole: after a crash the disk holds the old one or the new one.
 *
 * Invariants  A file that can't be read is set aside under another name, never overwritten, and `setAside` says so.
 * Errors      `save` throws what the disk throws.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

export interface VersionedFile<T> {
  /** What the disk held when this opened, or what was saved since. */
  value(): T;
  save(value: T): void;
  /** Where the file that could not be read is now, and why it could not; null when all was well. */
  readonly setAside: { readonly path: string; readonly why: string } | null;
}

export interface VersionedFileOptions<T> {
  readonly path: string;
  now(): number;
  /** Throws on anything that this program did not write. */
  parse(value: unknown): T;
  readonly empty: T;
}

export function openVersionedFile<T>({ path, now, parse, empty }: VersionedFileOptions<T>): VersionedFile<T> {
  let value = empty;
  let setAside: VersionedFile<T>['setAside'] = null;
  if (existsSync(path)) {
    try {
      value = parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      const aside = `${path}.broken-${now()}`;
      renameSync(path, aside);
      setAside = { path: aside, why: error instanceof Error ? error.message : 'no reason given' };
    }
  }
  return {
    value: () => value,
    setAside,
    save(next) {
      const draft = `${path}.new`;
      const file = openSync(draft, 'w', 0o600);
      try {
        writeSync(file, JSON.stringify(next));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, path);
      value = next;
    },
  };
}
