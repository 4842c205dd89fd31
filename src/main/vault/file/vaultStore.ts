/**
 * The vault on disk: read without following links, written so that a crash leaves the old file or the new one.
 *
 * Invariants  Folder 0700, files 0600. A new file replaces the old one only after it was synced, read again and opened;
 *             the generation before stays as `vault.json.1`.
 * Errors      VaultError VAULT_TAMPERED (a link, or readable by others), VAULT_CORRUPT, SAVE_FAILED (the old file stays).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultError } from '../vaultError.ts';
import { MAX_FILE_BYTES } from './vaultFile.ts';

export const VAULT_NAME = 'vault.json';
export const PREVIOUS_NAME = 'vault.json.1';
const TEMPORARY = 'vault.json.tmp-';
const HAS_MODES = process.platform !== 'win32';

/** The steps of a save, in order; a test may fail or kill the process at any of them. */
export type SaveStep = 'folder' | 'open' | 'write' | 'sync' | 'verify' | 'keep' | 'rename' | 'syncFolder';
export type OnSaveStep = (step: SaveStep, path: string) => void | Promise<void>;

export interface VaultStore {
  /** True when a vault or a former generation of it is there. */
  exists(): boolean;
  /** Text of the vault; null when there is none. */
  read(): string | null;
  /** `verify` gets what stands on the disk and throws unless it opens with the real key. */
  save(content: string, verify: (found: string) => void | Promise<void>): Promise<void>;
  /** Keeps the text of an older version beside the vault, for good; one that is kept already is not written again. */
  keepOld(version: number, content: string): Promise<void>;
}

export function openVaultStore(folder: string, onStep: OnSaveStep = () => {}): VaultStore {
  const path = join(folder, VAULT_NAME);
  const previous = join(folder, PREVIOUS_NAME);
  return {
    exists: () => isThere(path) || isThere(previous),
    read() {
      if (!isThere(path)) {
        if (!isThere(previous)) return null;
        throw new VaultError(
          'VAULT_CORRUPT',
          `Expected ${VAULT_NAME}, found only the generation before it`,
          `${VAULT_NAME} is gone from ${folder}: rename ${PREVIOUS_NAME} to ${VAULT_NAME} to go on with it`,
        );
      }
      return readPrivate(path);
    },
    async save(content, verify) {
      const temporary = join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
      const keeping = `${temporary}-1`;
      try {
        await onStep('folder', folder);
        await preparePrivateFolder(folder);
        await writePrivate(temporary, content, onStep);
        await onStep('verify', temporary);
        await verify(await readFile(temporary, 'utf8'));
        await onStep('keep', previous);
        if (isThere(path)) {
          await writePrivate(keeping, readPrivate(path));
          await rename(keeping, previous);
        }
        await onStep('rename', path);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        await rm(keeping, { force: true }).catch(() => {});
        if (error instanceof VaultError) throw error;
        throw saveFailed(error);
      }
      await onStep('syncFolder', folder);
      await syncFolder(folder);
    },
    async keepOld(version, content) {
      const first = join(folder, `${VAULT_NAME}.bak-v${version}`);
      const temporary = join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
      try {
        await preparePrivateFolder(folder);
        // An attempt that was cut short has left the same text here, another vault another one: nothing is overwritten.
        for (let count = 1, path = first; ; count += 1, path = `${first}-${count}`) {
          if (isThere(path)) {
            if (readPrivate(path) === content) return;
            continue;
          }
          await writePrivate(temporary, content);
          await rename(temporary, path);
          await syncFolder(folder);
          return;
        }
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw error instanceof VaultError ? error : saveFailed(error);
      }
    },
  };
}

function saveFailed(error: unknown): VaultError {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown cause';
  return new VaultError(
    'SAVE_FAILED',
    `Expected to save the vault, found ${code}`,
    'The vault could not be saved: the file before it is unharmed. Check free space and rights of the folder',
  );
}

function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readPrivate(path: string): string {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw linkError(path);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw new VaultError('VAULT_CORRUPT', `Expected to read the vault, found ${code}`, 'The vault file cannot be read');
  }
  try {
    const facts = fstatSync(file);
    if (!facts.isFile()) throw linkError(path);
    if (HAS_MODES && (facts.mode & 0o077) !== 0) {
      throw new VaultError(
        'VAULT_TAMPERED',
        'Expected a vault that only its owner can read, found wider rights',
        `Other users of this computer may read the vault: run chmod 600 "${path}" and think of its password as known`,
      );
    }
    if (facts.size > MAX_FILE_BYTES) {
      throw new VaultError('VAULT_CORRUPT', `Expected a vault of at most ${MAX_FILE_BYTES} bytes, found ${facts.size}`);
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function linkError(path: string): VaultError {
  return new VaultError(
    'VAULT_TAMPERED',
    'Expected a vault in a file, found a link or a folder',
    `${path} is not a plain file: someone may have put it there`,
  );
}

async function preparePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const facts = lstatSync(folder);
  if (!facts.isDirectory()) throw linkError(folder);
  if (HAS_MODES && (facts.mode & 0o077) !== 0) await chmod(folder, 0o700);
  const left = (await readdir(folder)).filter((name) => name.startsWith(TEMPORARY));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

async function writePrivate(path: string, content: string, onStep: OnSaveStep = () => {}): Promise<void> {
  await onStep('open', path);
  const file = await open(path, 'wx', 0o600);
  try {
    await onStep('write', path);
    await file.writeFile(content, 'utf8');
    await onStep('sync', path);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the rename durable; some systems can't sync a folder, and then the rename is as durable as they make it. */
async function syncFolder(folder: string): Promise<void> {
  if (!HAS_MODES) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
