/**
 * Vault core: the unlocked vault, the file on disk, password attempts, step-ups and saves.
 *
 * Invariants  A lock ends every operation that started before it. A file that another program changed is never overwritten.
 * Errors      VaultError, by code.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createEmitter } from '#shared/base/emitter.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { deriveScrypt } from './file/kdf.ts';
import { findOldVault, type OldReaders } from './file/migrations.ts';
import { readFormat1 } from './file/readFormat1.ts';
import { checkRollback, createRollbackMemory, isSameGeneration, recordGeneration } from './file/rollbackDetection.ts';
import { type Belonging, checkSealed, sealFile, tampered, unwrapMaster, verifySaved } from './file/sealedVault.ts';
import { encodeVaultFile, parseVaultFile, type VaultFile } from './file/vaultFile.ts';
import { openVaultStore } from './file/vaultStore.ts';
import { SecretBytes } from './keys/secretBytes.ts';
import { createAttemptLimiter } from './unlock/attemptLimiter.ts';
import { checkNewPassword } from './unlock/passwordPolicy.ts';
import { openUnlockedVault, type UnlockedVault } from './unlock/unlockedVault.ts';
import type { CoreOptions, SeenFile, VaultCore } from './vaultCoreApi.ts';
import { lockedError, VaultError, type VaultErrorCode } from './vaultError.ts';

const OLD_READERS: OldReaders = { 1: readFormat1 };

export function openVaultCore(options: CoreOptions): VaultCore {
  const {
    now,
    oldReaders = OLD_READERS,
    kdf = deriveScrypt,
    random = (length) => new Uint8Array(randomBytes(length)),
    rollbackMemory = createRollbackMemory(),
  } = options;
  const belonging: Belonging = { network: options.network, origin: options.origin };
  const store = openVaultStore(options.folder, options.onSaveStep);
  const limiter = createAttemptLimiter(now);
  const queue = createSerialQueue();
  const changes = createEmitter();
  let unlocked: UnlockedVault | null = null;
  let lastFile: VaultFile | null = null;
  let trouble: VaultErrorCode | null = null;
  let epoch = 0;
  let nextLock = new AbortController();
  let nextCancel = new AbortController();
  function cancelImport(): void {
    nextCancel.abort();
    nextCancel = new AbortController();
  }

  /** Ends what was started or handed out before. */
  function endRunning(): void {
    epoch += 1;
    nextLock.abort();
    nextLock = new AbortController();
    cancelImport();
  }

  function requireUnlocked(): UnlockedVault {
    if (unlocked) return unlocked;
    throw store.exists() ? lockedError() : absentError();
  }

  function recordSeen(file: SeenFile): void {
    const before = rollbackMemory.load(file.vaultId);
    const next = recordGeneration(file, before);
    if (!isSameGeneration(before, next)) rollbackMemory.save(file.vaultId, next);
  }

  async function attempt<T>(open: () => Promise<T>): Promise<T> {
    limiter.checkMayTry();
    try {
      const opened = await open();
      limiter.noteSuccess();
      return opened;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'WRONG_PASSWORD') limiter.noteFailure();
      throw error;
    }
  }

  const core: VaultCore = {
    belonging,
    tools: { kdf, random },
    store,
    rollbackMemory,
    stamp: () => ({ belonging, at: formatIsoTime(now()) }),
    unlocked: () => unlocked,
    requireUnlocked,
    file: () => unlocked?.file ?? lastFile,
    trouble: () => trouble,
    async enqueue(task) {
      const account = unlocked?.account ?? null;
      return queue.run(async () => {
        if (account !== null && unlocked !== null && unlocked.account !== account) throw lockedError();
        return task();
      });
    },
    readFile() {
      try {
        const content = store.read();
        if (content === null) throw absentError();
        lastFile = parseVaultFile(content);
        trouble = null;
        return lastFile;
      } catch (error) {
        if (error instanceof VaultError && error.code !== 'VAULT_ABSENT') trouble = error.code;
        throw error;
      }
    },
    findOld: () => findOldVault(store.read(), oldReaders),
    attempt,
    async stepUp(password) {
      const current = requireUnlocked();
      (await attempt(() => unwrapMaster(current.file, password, kdf))).destroy();
      if (unlocked !== current) throw lockedError();
      return current;
    },
    async checkPolicy(password) {
      const fault = await checkNewPassword(password, belonging.network);
      if (fault === null) return;
      throw new VaultError(
        { code: 'WEAK_PASSWORD', parameters: fault },
        `Expected a password by the policy, found one that is refused: ${fault.reason}`,
      );
    },
    async save(current, change, verify = async () => {}) {
      if (store.read() !== encodeVaultFile(current.file)) {
        throw tampered('Expected the unlocked vault on disk, found another file');
      }
      const { format: _format, v: _v, mac: _mac, ...rest } = current.file;
      const next = sealFile({ ...rest, ...change, gen: rest.gen + 1 }, current.master);
      await store.save(
        encodeVaultFile(next),
        async (found) => {
          verifySaved(found, next, current.master, belonging);
          await verify(parseVaultFile(found));
          if (current.master.isDestroyed) throw lockedError();
        },
        // The counters of records and the selection change no key.
        { keepsPrevious: change.items === undefined && change.slots === undefined },
      );
      current.file = next;
      lastFile = next;
      recordSeen(next);
    },
    async trySave(current, change) {
      try {
        await core.save(current, change);
      } catch (error) {
        if (!(error instanceof VaultError && error.code === 'SAVE_FAILED')) throw error;
      }
    },
    async replaceFile({ file, master }, verify = async () => {}) {
      await store.save(encodeVaultFile(file), async (found) => {
        verifySaved(found, file, master, belonging);
        await verify(parseVaultFile(found));
      });
      lastFile = file;
      trouble = null;
      recordSeen(file);
    },
    recordSeen,
    older() {
      const file = core.file();
      return file === null ? null : checkRollback(file, rollbackMemory.load(file.vaultId));
    },
    epoch: () => epoch,
    nextLock: () => nextLock.signal,
    nextCancel: () => nextCancel.signal,
    cancelImport,
    async unlockWith({ file, master }, startEpoch, beforeUnlock = async () => {}) {
      let opened: UnlockedVault | null = null;
      try {
        checkSealed(file, master, belonging);
        opened = openUnlockedVault(file, master, now);
        recordSeen(file);
        await beforeUnlock(opened);
        // Checking a file and telling every listener would be one long turn: others run in between, a lock too.
        await setImmediate();
        if (epoch !== startEpoch) throw lockedError();
        unlocked = opened;
      } catch (error) {
        opened?.close();
        master.destroy();
        if (error instanceof VaultError && error.code === 'VAULT_TAMPERED') trouble = error.code;
        throw error;
      }
      changes.emit();
    },
    async select(current, account) {
      await core.save(current, { selected: account });
      if (unlocked !== current) throw lockedError();
      const master = new SecretBytes(current.master.use((bytes) => bytes.slice()));
      unlocked = openUnlockedVault(current.file, master, now);
      current.close();
      endRunning();
      changes.emit();
    },
    lock() {
      endRunning();
      if (!unlocked) return;
      unlocked.close();
      unlocked = null;
      changes.emit();
    },
    emitChange: () => changes.emit(),
    onChange: (listener) => changes.on(listener),
  };

  try {
    if (core.findOld() === null) core.readFile();
  } catch {
    // Reported as `trouble`; the next unlock throws the full error.
  }
  return core;
}

function absentError(): VaultError {
  return new VaultError({ code: 'VAULT_ABSENT', parameters: {} }, 'Expected a vault, found none');
}
