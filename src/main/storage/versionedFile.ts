/**
 * One value in a private JSON file, replaced atomically.
 *
 * Invariants  Unreadable data is never lost: a file that cannot be parsed is renamed, one that is only partly readable is
 *             copied, and `setAside` says where it is and why.
 * Errors      `save` throws what the file system throws.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { describeError } from '#shared/base/describeError.ts';
import { atomicWrite, writePrivateFile } from './atomicWrite.ts';

/** Unreadable data: where it was moved, and what was expected and found. */
export interface SetAside {
  readonly path: string;
  readonly why: string;
}

export interface VersionedFile<T> {
  /** The stored value, or the one saved since. */
  value(): T;
  save(value: T): void;
  /** Null when the file was readable, or absent. */
  readonly setAside: SetAside | null;
}

export interface VersionedFileOptions<T> {
  readonly path: string;
  now(): number;
  /**
   * Parses the stored value of any version. Throws when nothing of it is readable; calls `onProblem` for each part that is
   * not.
   */
  parse(value: unknown, onProblem: (problem: string) => void): T;
  /** The value while there is no file. */
  readonly empty: T;
}

export function openVersionedFile<T>({ path, now, parse, empty }: VersionedFileOptions<T>): VersionedFile<T> {
  const stored = existsSync(path) ? read() : { value: empty, setAside: null };
  let { value } = stored;

  function read(): { readonly value: T; readonly setAside: SetAside | null } {
    const aside = nameAside(path, now());
    const problems: string[] = [];
    const text = readFileSync(path, 'utf8');
    let found: T;
    try {
      found = parse(JSON.parse(text), (problem) => void problems.push(problem));
    } catch (error) {
      renameSync(path, aside);
      return { value: empty, setAside: { path: aside, why: describeError(error) } };
    }
    if (problems.length === 0) return { value: found, setAside: null };
    writePrivateFile(aside, text);
    atomicWrite(path, JSON.stringify(found));
    return { value: found, setAside: { path: aside, why: problems.join('; ') } };
  }

  return {
    value: () => value,
    setAside: stored.setAside,
    save(next) {
      atomicWrite(path, JSON.stringify(next));
      value = next;
    },
  };
}

/** A free name for unreadable data beside `path`. */
export function nameAside(path: string, atMs: number): string {
  const name = `${path}.broken-${atMs}`;
  if (!existsSync(name)) return name;
  for (let count = 2; ; count += 1) if (!existsSync(`${name}-${count}`)) return `${name}-${count}`;
}
