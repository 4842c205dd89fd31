/**
 * One value in a private JSON file, replaced atomically.
 *
 * Invariants  Unreadable data is never lost: a file that cannot be read or parsed is renamed, one that is only partly readable is
 *             copied, and `setAside` says where it is and why.
 * Errors      Opening never throws: on a disk that cannot be written the data stays where it is. `save` throws what the file
 *             system throws.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { describeReading, describeStorage } from '#shared/base/storageFault.ts';
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
    const problems: string[] = [];
    let text: string;
    let found: T;
    try {
      text = readFileSync(path, 'utf8');
      found = parse(JSON.parse(text), (problem) => void problems.push(problem));
    } catch (error) {
      return { value: empty, setAside: moveAside(error) };
    }
    if (problems.length === 0) return { value: found, setAside: null };
    const why = problems.join('; ');
    try {
      const aside = nameAside(path, now());
      writePrivateFile(aside, text);
      atomicWrite(path, JSON.stringify(found));
      return { value: found, setAside: { path: aside, why } };
    } catch (error) {
      return { value: found, setAside: { path, why: `${why}; ${describeStorage('to copy it', error)}` } };
    }
  }

  function moveAside(error: unknown): SetAside {
    const why = describeReading(error);
    const aside = nameAside(path, now());
    try {
      renameSync(path, aside);
      return { path: aside, why };
    } catch (failure) {
      return { path, why: `${why}; ${describeStorage('to move it aside', failure)}` };
    }
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
