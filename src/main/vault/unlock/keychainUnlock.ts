/**
 * Keychain unlock: opens the vault with a secret from the system's keychain; opt-in.
 *
 * Invariants  Offered only after a later start has read the secret back and opened the slot with it. Never a step-up.
 *             Keychain calls run outside the vault's queue, so a slow keychain delays no password.
 *             The password works whatever happens to the keychain.
 * Errors      VaultError KEYCHAIN_FAILED with the keychain's fault; those of any other unlock.
 * Source      docs/security-coverage.md#r28, #r29; docs/decisions/0007-vault-file.md
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { createSerialQueue } from '#shared/base/serialQueue.ts';
import type { KeychainFault, KeychainUnlockView } from '#shared/ipc/custody.ts';
import { isSame } from '../file/seal.ts';
import { findKeychainSlot, type VaultFile } from '../file/vaultFile.ts';
import { SecretBytes } from '../keys/secretBytes.ts';
import type { VaultCore } from '../vaultCoreApi.ts';
import { lockedError, VaultError } from '../vaultError.ts';
import { KEYCHAIN_LIMIT_MS, type Keychain, KeychainError } from './keychain.ts';
import { KEYCHAIN_SECRET_BYTES } from './keychainCall.ts';
import { keychainAccount, unwrapWithKeychain, wrapForKeychain } from './keychainSlot.ts';
import type { UnlockedVault } from './unlockedVault.ts';

export interface KeychainUnlock {
  state(): KeychainUnlockView;
  enable(password: string): Promise<void>;
  disable(password: string): Promise<void>;
  /** Unlocks the vault; a lock after `epoch` wins. */
  unlock(epoch: number): Promise<void>;
  /** Removes a slot whose keychain entry is lost from a vault that was just opened. */
  removeLostSlot(unlocked: UnlockedVault): Promise<void>;
}

/** Delay of the start-up check for a vault without a keychain slot, ms. */
export const CHECK_DELAY_MS = 2_000;
/** Account to read while there is no vault; only tells whether the keychain answers. */
const NO_ACCOUNT = 'nobody';

export interface KeychainUnlockOptions {
  readonly core: VaultCore;
  /** Null: no keychain, or none that may be used. */
  readonly keychain: Keychain | null;
  readonly platform: string;
  readonly schedule: Scheduler;
}

export function createKeychainUnlock({ core, keychain, platform, schedule }: KeychainUnlockOptions): KeychainUnlock {
  const offState = (): KeychainUnlockView =>
    keychain === null ? { at: 'unavailable', reason: NO_KEYCHAIN } : { at: 'off', keychain: keychain.name };
  let state: KeychainUnlockView = { at: 'unavailable', reason: keychain === null ? NO_KEYCHAIN : NOT_CHECKED };
  /** Runs `enable` and `disable` in turn: two at once would leave a slot without its entry. */
  const queue = createSerialQueue();
  /** Counts changes of the slot: a check that started before one is discarded. */
  let slotChanges = 0;

  function setState(next: KeychainUnlockView): void {
    state = next;
    core.emitChange();
  }

  function withLimit<T>(call: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = schedule(KEYCHAIN_LIMIT_MS, () => reject(new KeychainError(TIMEOUT)));
      call.then(resolve, reject).finally(cancel);
    });
  }

  function setLost(reason: KeychainFault): void {
    setState({ at: 'lost', reason });
    const unlocked = core.unlocked();
    // The password may have opened the vault before the keychain answered.
    if (unlocked) void core.enqueue(() => removeLostSlot(unlocked)).catch(() => {});
  }

  /** The master key from the file's slot, or why the secret does not open it. */
  function openSlot(file: VaultFile, secret: Uint8Array | null): SecretBytes | KeychainFault {
    if (secret === null) return { code: 'entryMissing', parameters: {} };
    return unwrapWithKeychain(file, secret) ?? { code: 'entryMismatch', parameters: {} };
  }

  /** Why the secret does not open the file's slot, or null. */
  function checkSecret(file: VaultFile, secret: Uint8Array | null): KeychainFault | null {
    const opened = openSlot(file, secret);
    if (!(opened instanceof SecretBytes)) return opened;
    opened.destroy();
    return null;
  }

  /** Start-up check: does the keychain answer, and does its entry open the slot? */
  async function checkAtStart(chain: Keychain): Promise<void> {
    if (slotChanges > 0) return;
    const startChanges = slotChanges;
    const file = core.file();
    let secret: Uint8Array | null = null;
    try {
      secret = await withLimit(chain.read(file ? keychainAccount(file.vaultId) : NO_ACCOUNT));
      if (slotChanges !== startChanges) return;
      if (file === null || findKeychainSlot(file) === null) return setState(offState());
      const fault = checkSecret(file, secret);
      if (fault === null) setState({ at: 'ready', keychain: chain.name });
      else setLost(fault);
    } catch (error) {
      if (slotChanges === startChanges) setState({ at: 'unavailable', reason: faultOf(error) });
    } finally {
      secret?.fill(0);
    }
  }

  async function removeLostSlot(unlocked: UnlockedVault): Promise<void> {
    if (state.at !== 'lost' || unlocked.master.isDestroyed || findKeychainSlot(unlocked.file) === null) return;
    // Leaves the keychain alone: an entry there belongs to another copy of this vault.
    await core.trySave(unlocked, { slots: [unlocked.file.slots[0]] });
  }

  async function removeEntry(vaultId: string): Promise<void> {
    await (keychain && withLimit(keychain.remove(keychainAccount(vaultId))));
  }

  /** Writes the secret and verifies it by reading it back. */
  async function writeEntry(chain: Keychain, account: string, secret: Uint8Array): Promise<void> {
    try {
      await withLimit(chain.write(account, secret));
      const found = await withLimit(chain.read(account));
      const isStored = found !== null && isSame(found, secret);
      found?.fill(0);
      if (!isStored) throw new KeychainError({ code: 'notStored', parameters: {} });
    } catch (error) {
      const reason = faultOf(error);
      setState({ at: 'unavailable', reason });
      throw keychainFailed(reason);
    }
  }

  async function enable(password: string): Promise<void> {
    const unlocked = await core.enqueue(() => core.stepUp(password));
    if (keychain === null) throw keychainFailed(NO_KEYCHAIN);
    if (state.at === 'pending' || state.at === 'ready') {
      throw new VaultError(
        { code: 'DENIED', parameters: { reason: 'keychainUnlockOn' } },
        'Expected keychain unlock to be off, found it on',
      );
    }
    slotChanges += 1;
    const { vaultId } = unlocked.file;
    const secret = core.tools.random(KEYCHAIN_SECRET_BYTES);
    let isWritten = false;
    try {
      await writeEntry(keychain, keychainAccount(vaultId), secret);
      isWritten = true;
      await core.enqueue(async () => {
        if (core.unlocked() !== unlocked) throw lockedError();
        const details = { keychain: keychain.name, platform, createdAt: core.stamp().at };
        const slot = wrapForKeychain(vaultId, unlocked.master, secret, details, core.tools.random);
        await core.save(unlocked, { slots: [unlocked.file.slots[0], slot] }, async (found) => {
          if (checkSecret(found, secret) !== null)
            throw new VaultError({ code: 'BUG', parameters: {} }, 'Expected the new keychain slot to open');
        });
      });
      setState({ at: 'pending', keychain: keychain.name });
    } catch (error) {
      if (isWritten) setState(offState());
      removeEntry(vaultId).catch(() => {});
      throw error;
    } finally {
      secret.fill(0);
    }
  }

  async function disable(password: string): Promise<void> {
    const vaultId = await core.enqueue(async () => {
      const unlocked = await core.stepUp(password);
      slotChanges += 1;
      if (findKeychainSlot(unlocked.file) !== null) await core.save(unlocked, { slots: [unlocked.file.slots[0]] });
      return unlocked.file.vaultId;
    });
    setState(offState());
    // Without a slot, an entry that could not be removed opens nothing.
    await removeEntry(vaultId).catch(() => {});
  }

  async function unlock(epoch: number): Promise<void> {
    const file = core.file();
    if (keychain === null || file === null || state.at !== 'ready') {
      throw new VaultError(
        { code: 'DENIED', parameters: { reason: 'keychainUnlockNotReady' } },
        `Expected keychain unlock to be ready, found it ${state.at}`,
      );
    }
    let secret: Uint8Array | null = null;
    try {
      secret = await withLimit(keychain.read(keychainAccount(file.vaultId))).catch((error: unknown) => {
        throw keychainFailed(faultOf(error));
      });
      const found = secret;
      await core.enqueue(() => unlockWithSecret(found, epoch));
    } finally {
      secret?.fill(0);
    }
  }

  async function unlockWithSecret(secret: Uint8Array | null, epoch: number): Promise<void> {
    const unlocked = core.unlocked();
    const file = unlocked?.file ?? core.readFile();
    const opened = openSlot(file, secret);
    if (!(opened instanceof SecretBytes)) {
      setLost(opened);
      throw keychainFailed(opened);
    }
    // Behind a locked screen the vault is unlocked already, and the secret only had to be proved.
    if (unlocked) opened.destroy();
    else await core.unlockWith({ file, master: opened }, epoch);
  }

  const startFile = core.file();
  if (keychain !== null && startFile !== null && findKeychainSlot(startFile) !== null) void checkAtStart(keychain);
  else if (keychain !== null) schedule(CHECK_DELAY_MS, () => void checkAtStart(keychain));
  return {
    state: () => state,
    enable: (password) => queue.run(() => enable(password)),
    disable: (password) => queue.run(() => disable(password)),
    unlock,
    removeLostSlot,
  };
}

const NO_KEYCHAIN: KeychainFault = { code: 'noKeychain', parameters: {} };
const NOT_CHECKED: KeychainFault = { code: 'notChecked', parameters: {} };
const UNKNOWN: KeychainFault = { code: 'unknown', parameters: {} };
const TIMEOUT: KeychainFault = { code: 'timeout', parameters: { seconds: KEYCHAIN_LIMIT_MS / 1000 } };

function keychainFailed(fault: KeychainFault): VaultError {
  return new VaultError(
    { code: 'KEYCHAIN_FAILED', parameters: { fault } },
    `Expected a working keychain, found fault "${fault.code}"`,
  );
}

/** The fault of a keychain call's error. */
function faultOf(error: unknown): KeychainFault {
  return error instanceof KeychainError ? error.fault : UNKNOWN;
}
