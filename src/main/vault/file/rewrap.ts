/**
 * A vault of an older version becomes one of today's: same keys, same password, new master key.
 *
 * Invariants  The older file is kept as `vault.json.bak-v<N>` before anything else is written, and is replaced only by a file
 *             that was read back and opened with the password. A crash in between leaves the older file in its place.
 * Errors      VaultError, by code; the older file is unharmed.
 * Source      security requirement R25; docs/decisions/0007-vault-file.md
 */

import { SecretBytes } from '../keys/secretBytes.ts';
import type { VaultCore } from '../vaultCore.ts';
import type { OldVault } from './migrations.ts';
import { checkSealed, sealFile, sealItem, tampered, unwrapMaster, wrapMaster } from './sealedVault.ts';
import type { VaultFile } from './vaultFile.ts';

export interface OpenedFile {
  readonly file: VaultFile;
  readonly master: SecretBytes;
}

export async function renewVault(core: VaultCore, old: OldVault, password: string): Promise<OpenedFile> {
  const { tools, store } = core;
  const { vaultId, gen, createdAt, items } = await core.guess(() => old.open(old.content, password, tools));
  const master = new SecretBytes(tools.random(32));
  try {
    const slot = await wrapMaster(vaultId, master, password, tools);
    const sealed = items.map(({ meta, secret }) => sealItem(vaultId, meta, secret, master, tools.random));
    const file = sealFile({ vaultId, gen: gen + 1, createdAt, slots: [slot], items: sealed }, master);
    checkSealed(file, master, core.belonging);
    if (store.read() !== old.content) throw tampered('Expected the vault that was opened, found another on the disk');
    await store.keepOld(old.version, old.content);
    await core.place(file, master, async (found) => {
      (await unwrapMaster(found, password, tools.kdf)).destroy();
    });
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  } finally {
    for (const { secret } of items) secret.destroy();
  }
}
