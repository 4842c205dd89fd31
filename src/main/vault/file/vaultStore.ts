/**
 * Vault store: reads the vault file without following links, saves it atomically.
 *
 * Invariants  Folder 0700, files 0600. A new file replaces the old one only after it is synced, read back and verified;
 *             the previous generation stays as `vault.json.1`, unless the save keeps the generation that is there. After a
 *             crash the old or the new file is there.
 * Errors      VaultError VAULT_TAMPERED (a link, or readable by others), VAULT_CORRUPT, SAVE_FAILED (the old file stays).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultError } from '../vaultError.ts';
import { MAX_FILE_BYTES } from './vaultFile.ts';

const VAULT_NAME = 'vault.json';
const PREVIOUS_NAME = 'vault.json.1';
const TEMPORARY = 'vault.json.tmp-';
const HAS_MODES = process.platform !== 'win32';

/** Steps of a save, in order; tests fail or kill the process at each of them. */
export type SaveStep = 'folder' | 'open' | 'write' | 'sync' | 'verify' | 'previous' | 'rename' | 'syncFolder';
export type OnSaveStep = (step: SaveStep, path: string) => void | Promise<void>;

export interface SaveOptions {
  /** True: `vault.json.1` stays as it is, because keys and slots are the same in the new file. */
  readonly keepsPrevious?: boolean;
}

export interface VaultStore {
  /** True when the vault or its previous generation is there. */
  exists(): boolean;
  /** Text of the vault; null when there is none. */
  read(): string | null;
  /** Saves the text, reads it back and passes it to `verify`, which throws unless it opens with the real key. */
  save(content: string, verify: (found: string) => void | Promise<void>, options?: SaveOptions): Promise<void>;
  /** Writes a permanent backup of an older version beside the vault; skips a text that is backed up already. */
  backUpOldVersion(version: number, content: string): Promise<void>;
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
          {
            code: 'VAULT_CORRUPT',
            parameters: { reason: 'onlyPrevious', folder, name: VAULT_NAME, previous: PREVIOUS_NAME },
          },
          `Expected ${VAULT_NAME}, found only the previous generation`,
        );
      }
      return readPrivate(path);
    },
    async save(content, verify, { keepsPrevious = false } = {}) {
      const temporary = join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
      const temporaryPrevious = `${temporary}-1`;
      try {
        await onStep('folder', folder);
        await preparePrivateFolder(folder);
        await writePrivate(temporary, content, onStep);
        await onStep('verify', temporary);
        await verify(await readFile(temporary, 'utf8'));
        if (!keepsPrevious) await onStep('previous', previous);
        if (!keepsPrevious && isThere(path)) {
          await writePrivate(temporaryPrevious, readPrivate(path));
          await rename(temporaryPrevious, previous);
        }
        await onStep('rename', path);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        await rm(temporaryPrevious, { force: true }).catch(() => {});
        if (error instanceof VaultError) throw error;
        throw saveFailed(error);
      }
      await onStep('syncFolder', folder);
      await syncFolder(folder);
    },
    async backUpOldVersion(version, content) {
      const first = join(folder, `${VAULT_NAME}.bak-v${version}`);
      const temporary = join(folder, `${TEMPORARY}${randomBytes(8).toString('hex')}`);
      try {
        await preparePrivateFolder(folder);
        // An interrupted attempt may have left the same text, another vault another text: never overwrite.
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
    { code: 'SAVE_FAILED', parameters: { reason: 'vault' } },
    `Expected to save the vault, found ${code}`,
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
    throw new VaultError(
      { code: 'VAULT_CORRUPT', parameters: { reason: 'unreadable' } },
      `Expected to read the vault, found ${code}`,
    );
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw linkError(path);
    if (HAS_MODES && (stats.mode & 0o077) !== 0) {
      throw new VaultError(
        { code: 'VAULT_TAMPERED', parameters: { reason: 'readableByOthers', path } },
        'Expected a vault that only its owner can read, found wider permissions',
      );
    }
    if (stats.size > MAX_FILE_BYTES) {
      throw new VaultError(
        { code: 'VAULT_CORRUPT', parameters: { reason: 'tooLarge' } },
        `Expected a vault of at most ${MAX_FILE_BYTES} bytes, found ${stats.size}`,
      );
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function linkError(path: string): VaultError {
  return new VaultError(
    { code: 'VAULT_TAMPERED', parameters: { reason: 'notAFile', path } },
    'Expected a regular file, found a link or a folder',
  );
}

async function preparePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw linkError(folder);
  if (HAS_MODES && (stats.mode & 0o077) !== 0) await chmod(folder, 0o700);
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(TEMPORARY));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })));
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

/** Makes the rename durable where the system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (!HAS_MODES) return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
