/**
 * What stands in a vault: made new, given an API key, marked as backed up. Pure but for randomness and key derivation.
 *
 * Invariants  Every change seals its items anew, with fresh IVs; secrets that pass through are zeroed.
 * Errors      VaultError BAD_KEY on an API key that is none.
 */
import { randomUUID } from 'node:crypto';
import { SecretBytes } from '../keys/secretBytes.ts';
import { addressOf } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import type { RandomBytes } from './seal.ts';
import { type Belonging, openItem, sealFile, sealItem, type Tools, unwrapMaster, wrapMaster } from './sealedVault.ts';
import { type ItemMeta, type ItemUse, typeOf, type VaultFile, type VaultItem } from './vaultFile.ts';

/** What every new item says of itself. */
export interface Stamp {
  readonly belonging: Belonging;
  /** ISO time. */
  readonly at: string;
}

const LABELS: Record<ItemUse, string> = {
  own: 'Own key',
  second: 'Second signing key',
  session: 'Session key',
  api: 'API key',
};

export function buildMeta(use: ItemUse, publicPart: string, { belonging, at }: Stamp): ItemMeta {
  const { network, origin } = belonging;
  const about = { venue: 'exchange', network, origin, public: publicPart, createdAt: at, backedUpAt: null };
  return { id: randomUUID(), type: typeOf(use), use, label: LABELS[use], ...about };
}

/** A vault around one own key, proved to open with its password. */
export async function makeVault(
  password: string,
  key: SecretBytes,
  stamp: Stamp,
  tools: Tools,
): Promise<{ readonly file: VaultFile; readonly master: SecretBytes }> {
  const master = new SecretBytes(tools.random(32));
  try {
    const vaultId = randomUUID();
    const slot = await wrapMaster(vaultId, master, password, tools);
    const meta = buildMeta('own', key.use(addressOf), stamp);
    const item = sealItem(vaultId, meta, key, master, tools.random);
    const file = sealFile({ vaultId, gen: 1, createdAt: stamp.at, slots: [slot], items: [item] }, master);
    (await unwrapMaster(file, password, tools.kdf)).destroy();
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  }
}

/** Items with this API key in the place of any before it. */
export function withApiKey(
  file: VaultFile,
  pair: { readonly apiKey: string; readonly apiSecret: string },
  master: SecretBytes,
  stamp: Stamp,
  random: RandomBytes,
): VaultItem[] {
  const apiKey = pair.apiKey.trim();
  const text = pair.apiSecret.trim();
  if (!/^[\x21-\x7e]{1,256}$/.test(apiKey) || text.length === 0 || text.length > 512) {
    throw new VaultError('BAD_KEY', 'Expected an API key and its secret', 'Copy the API key and its secret again');
  }
  const secret = new SecretBytes(new Uint8Array(Buffer.from(text, 'utf8')));
  try {
    const item = sealItem(file.vaultId, buildMeta('api', apiKey, stamp), secret, master, random);
    return [...file.items.filter((other) => other.meta.use !== 'api'), item];
  } finally {
    secret.destroy();
  }
}

/** Items with the time of the backup beside the own key. */
export function withBackupMark(file: VaultFile, master: SecretBytes, at: string, random: RandomBytes): VaultItem[] {
  return file.items.map((item) => {
    if (item.meta.use !== 'own') return item;
    const secret = openItem(file.vaultId, item, master);
    try {
      return sealItem(file.vaultId, { ...item.meta, backedUpAt: at }, secret, master, random);
    } finally {
      secret.destroy();
    }
  });
}
