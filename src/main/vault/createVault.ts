/**
 * Vault creation: password policy, own key, sealed file, save, unlock.
 *
 * Errors      VaultError VAULT_EXISTS, WEAK_PASSWORD, LOCKED, and those of the key source and of a save.
 */
import type { Address } from '#shared/units/ids.ts';
import { createSealedVault } from './file/sealedVault.ts';
import { type KeySource, openKeySource } from './keys/keySource.ts';
import { addressOf } from './signing/secp256k1.ts';
import type { VaultCore } from './vaultCore.ts';
import { VaultError } from './vaultError.ts';

/** Creates the vault and leaves it unlocked; a lock after `epoch` wins. */
export async function createVault(
  core: VaultCore,
  password: string,
  source: KeySource,
  epoch: number,
): Promise<Address> {
  if (core.unlocked() || core.store.exists()) {
    throw new VaultError({ code: 'VAULT_EXISTS', parameters: {} }, 'Expected no vault, found one');
  }
  await core.checkPolicy(password);
  const key = await openKeySource(source, core.tools.random);
  try {
    const opened = await createSealedVault(password, key, core.stamp(), core.tools);
    try {
      await core.replaceFile(opened);
    } catch (error) {
      opened.master.destroy();
      throw error;
    }
    await core.unlockWith(opened, epoch);
    return key.use(addressOf);
  } finally {
    key.destroy();
  }
}
