/**
 * Reader of format 1: a vault of one account, which had no name.
 *
 * Invariants  The MAC is checked before any key is used. Each key opens with the metadata that format 1 bound it to.
 * Errors      VaultError WRONG_PASSWORD, VAULT_TAMPERED, VAULT_CORRUPT or KDF_PARAMS.
 * Source      docs/decisions/0025-several-accounts.md
 */
import { FIRST_ACCOUNT } from '#shared/ipc/accounts.ts';
import type { SecretBytes } from '../keys/secretBytes.ts';
import type { OldContents, OldReader } from './migrations.ts';
import { buildMac, isSame } from './seal.ts';
import { openSealed, tampered, unwrapMaster } from './sealedVault.ts';
import { macBody, parseVaultFile1, type VaultFile1 } from './vaultFile.ts';

export const readFormat1: OldReader = async (content, password, { kdf }) => {
  const file = parseVaultFile1(content);
  const master = await unwrapMaster(file, password, kdf);
  try {
    const mac = master.use((bytes) => buildMac(bytes, macBody(file)));
    if (!isSame(Buffer.from(mac), Buffer.from(file.mac)))
      throw tampered('Expected the MAC of the vault to match its contents');
    const { vaultId, gen, createdAt, slots } = file;
    return {
      vaultId,
      gen,
      mac,
      createdAt,
      slots,
      master,
      recordCounter: file.recordCounter ?? null,
      items: openItems(file, master),
    };
  } catch (error) {
    master.destroy();
    throw error;
  }
};

function openItems({ vaultId, items }: VaultFile1, master: SecretBytes): OldContents['items'] {
  const opened: { meta: OldContents['items'][number]['meta']; secret: SecretBytes }[] = [];
  try {
    for (const { meta, box } of items) {
      const secret = openSealed(meta.id, box, { vaultId, v: 1, meta }, master);
      opened.push({ meta: { ...meta, account: FIRST_ACCOUNT }, secret });
    }
    return opened;
  } catch (error) {
    for (const { secret } of opened) secret.destroy();
    throw error;
  }
}
