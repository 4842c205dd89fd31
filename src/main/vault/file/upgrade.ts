/**
 * Upgrade: builds a vault of the current version from the contents of an older one, with one account.
 *
 * Invariants  Same vault id, keys, slots and master key, so that what the vault authenticates outside its file stays valid and
 *             the keychain still opens it; next generation. The secrets passed in are destroyed.
 * Source      docs/security-coverage.md#r25; docs/decisions/0007-vault-file.md, docs/decisions/0025-several-accounts.md
 */
import { FIRST_ACCOUNT, FIRST_NAME } from '#shared/ipc/accounts.ts';
import type { OldContents } from './migrations.ts';
import { type Belonging, checkSealed, type OpenedFile, sealFile, sealItem, type Tools } from './sealedVault.ts';

export function upgradeVault(old: OldContents, belonging: Belonging, { random }: Pick<Tools, 'random'>): OpenedFile {
  const { vaultId, gen, createdAt, slots, master, recordCounter } = old;
  try {
    const items = old.items.map(({ meta, secret }) => sealItem(vaultId, meta, secret, master, random));
    const counter = recordCounter === null ? {} : { recordCounter };
    const accounts = [{ id: FIRST_ACCOUNT, ...FIRST_NAME, ...counter }];
    const file = sealFile(
      { vaultId, gen: gen + 1, createdAt, slots, accounts, selected: FIRST_ACCOUNT, items },
      master,
    );
    checkSealed(file, master, belonging);
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  } finally {
    for (const { secret } of old.items) secret.destroy();
  }
}
