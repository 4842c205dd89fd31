/**
 * Vault creation: password policy, own key, confirmation, sealed file, save, unlock.
 *
 * Errors      VaultError VAULT_EXISTS, WEAK_PASSWORD, CANCELLED, LOCKED, and those of the key source and of a save.
 */
import type { Address } from '#shared/units/ids.ts';
import { createSealedVault } from './file/sealedVault.ts';
import { type ConfirmKey, confirmKey, type KeySource, openKeySource } from './keys/keySource.ts';
import type { SecretBytes } from './keys/secretBytes.ts';
import type { VaultCore } from './vaultCoreApi.ts';
import { lockedError, VaultError } from './vaultError.ts';

/**
 * Creates the vault and leaves it unlocked, once `confirm` agreed to its key.
 *
 * The question is asked between two tasks of the queue, so that no other operation waits for its answer.
 */
export async function createVault(
  core: VaultCore,
  password: string,
  source: KeySource,
  confirm: ConfirmKey,
): Promise<Address> {
  const epoch = core.epoch();
  const locked = core.nextLock();
  const cancelled = core.nextCancel();
  const key = await core.enqueue(async () => {
    requireNone(core);
    await core.checkPolicy(password);
    return openKeySource(source, core.tools.random, cancelled);
  });
  try {
    const address = await confirmKey(key, source, confirm, locked);
    await core.enqueue(() => store(core, password, key, epoch));
    return address;
  } finally {
    key.destroy();
  }
}

/** Saves the new vault and unlocks it; a lock after `epoch` wins. */
async function store(core: VaultCore, password: string, key: SecretBytes, epoch: number): Promise<void> {
  if (core.epoch() !== epoch) throw lockedError();
  requireNone(core);
  const opened = await createSealedVault(password, key, core.stamp(), core.tools);
  try {
    await core.replaceFile(opened);
  } catch (error) {
    opened.master.destroy();
    throw error;
  }
  await core.unlockWith(opened, epoch);
}

function requireNone(core: VaultCore): void {
  if (!core.unlocked() && !core.store.exists()) return;
  throw new VaultError({ code: 'VAULT_EXISTS', parameters: {} }, 'Expected no vault, found one');
}
