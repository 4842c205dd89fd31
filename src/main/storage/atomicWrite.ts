/**
 * Private files, written so that a crash leaves the old content or the new one.
 *
 * Invariants  Mode 0600. Content is on disk (file and folder synced) when a function returns.
 * Errors      What the file system throws; a failed write leaves the old file as it was.
 *
 * The vault does not use this: it verifies a new file and keeps the previous one between write and rename, with crash tests
 * of each step (main/vault/file/vaultStore.ts).
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces the content of `path`, or creates it. */
export function atomicWrite(path: string, text: string): void {
  const draft = `${path}.new`;
  // A draft left by a crash, or a link placed there, is never written through.
  rmSync(draft, { force: true });
  try {
    writeSynced(draft, text);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Creates `path`, which must not exist, and returns its content as read back. */
export function writePrivateFile(path: string, text: string): string {
  writeSynced(path, text);
  syncFolder(dirname(path));
  return readFileSync(path, 'utf8');
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts a rename or a new name on disk; Windows cannot open a folder and does not need it. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
