/**
 * Private file written in parts: the path has the whole content or nothing.
 *
 * Invariants  Mode 0600. An existing file is never replaced: the path is reserved as an empty file at the start. The parts
 *             go to a draft beside it, which takes its place at the end.
 * Errors      What the file system throws, EEXIST for an existing file.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './atomicWrite.ts';

export interface PrivateFile {
  write(text: string): void;
  /** On disk when it returns. */
  finish(): void;
  /** Leaves nothing at the path. */
  discard(): void;
}

export function createPrivateFile(path: string): PrivateFile {
  const draft = `${path}.new`;
  closeSync(openSync(path, 'wx', 0o600));
  let file: number;
  try {
    file = openSync(draft, 'wx', 0o600);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write: (text) => writeFileSync(file, text),
    finish() {
      fsyncSync(file);
      close();
      renameSync(draft, path);
      syncFolder(dirname(path));
    },
    discard() {
      close();
      rmSync(draft, { force: true });
      rmSync(path, { force: true });
    },
  };
}
