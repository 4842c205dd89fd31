/**
 * Rewrap: builds a vault of the current version from the contents of an older one.
 *
 * Invariants  Same vault id, keys and password; new master key, next generation. The secrets passed in are destroyed.
 * Source      docs/security-coverage.md#r25; docs/decisions/0007-vault-file.md
 */
import { SecretBytes } from '../keys/secretBytes.ts';
import type { OldContents } from './migrations.ts';
import {
  type Belonging,
  checkSealed,
  type OpenedFile,
  sealFile,
  sealItem,
  type Tools,
  wrapMaster,
} from './sealedVault.ts';

export async function rewrapVault(
  { vaultId, gen, createdAt, items }: OldContents,
  password: string,
  belonging: Belonging,
  tools: Tools,
): Promise<OpenedFile> {
  const master = new SecretBytes(tools.random(32));
  try {
    const slot = await wrapMaster(vaultId, master, password, tools);
    const sealed = items.map(({ meta, secret }) => sealItem(vaultId, meta, secret, master, tools.random));
    const file = sealFile({ vaultId, gen: gen + 1, createdAt, slots: [slot], items: sealed }, master);
    checkSealed(file, master, belonging);
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  } finally {
    for (const { secret } of items) secret.destroy();
  }
}
