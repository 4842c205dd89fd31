/**
 * Sealed vault: creates, opens, changes and verifies the contents of a vault file, in memory.
 *
 * Invariants  No secret is used before slot, MAC, network and each key's address are checked.
 *             Every change seals its items again, with fresh IVs.
 * Errors      VaultError BAD_KEY, WRONG_PASSWORD, VAULT_TAMPERED, NOT_IN_THIS_NETWORK, KDF_PARAMS,
 *             SAVE_FAILED.
 * Source      docs/decisions/0007-vault-file.md
 */
import { randomUUID } from 'node:crypto';
import { FIRST_ACCOUNT, FIRST_NAME } from '#shared/ipc/accounts.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { compressP256, p256PublicKeyOf } from '../keys/p256.ts';
import { SecretBytes } from '../keys/secretBytes.ts';
import { addressOf } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import { encodeBase64, type Json, parseBase64 } from './encoding.ts';
import { CREATE_PARAMS, encodePassword, type Kdf, KEY_BYTES, SALT_BYTES } from './kdf.ts';
import { type Box, buildMac, deriveKey, isSame, openBox, type RandomBytes, sealBox } from './seal.ts';
import {
  encodeVaultFile,
  FORMAT,
  findApiItem,
  findOwnItem,
  type ItemMeta,
  type ItemUse,
  itemAssociatedData,
  macBody,
  type PasswordSlot,
  parseVaultFile,
  slotAssociatedData,
  typeOf,
  type VaultFile,
  type VaultItem,
  VERSION,
} from './vaultFile.ts';

/** Network and origin that the keys of a vault sign for; they never sign for another. */
export interface Belonging {
  readonly network: ItemMeta['network'];
  readonly origin: string;
}

export interface Tools {
  readonly kdf: Kdf;
  readonly random: RandomBytes;
}

/** Metadata that every new item gets. */
export interface Stamp {
  readonly belonging: Belonging;
  /** ISO time. */
  readonly at: string;
}

/** A vault file and its master key, which the caller destroys. */
export interface OpenedFile {
  readonly file: VaultFile;
  readonly master: SecretBytes;
}

export function tampered(message: string): VaultError {
  return new VaultError({ code: 'VAULT_TAMPERED', parameters: { reason: 'changed' } }, message);
}

/** Creates a vault with one own key, verified to open with its password. */
export async function createSealedVault(
  password: string,
  key: SecretBytes,
  stamp: Stamp,
  tools: Tools,
): Promise<OpenedFile> {
  const master = new SecretBytes(tools.random(32));
  try {
    const vaultId = randomUUID();
    const slot = await wrapMaster(vaultId, master, password, tools);
    const item = sealItem(
      vaultId,
      buildMeta('own', key.use(addressOf), FIRST_ACCOUNT, stamp),
      key,
      master,
      tools.random,
    );
    const accounts = [{ id: FIRST_ACCOUNT, ...FIRST_NAME }];
    const body = { vaultId, gen: 1, createdAt: stamp.at, accounts, selected: FIRST_ACCOUNT };
    const file = sealFile({ ...body, slots: [slot], items: [item] }, master);
    (await unwrapMaster(file, password, tools.kdf)).destroy();
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  }
}

/** Wraps the master key under a password, with a fresh salt. */
export async function wrapMaster(
  vaultId: string,
  master: SecretBytes,
  password: string,
  { kdf, random }: Tools,
): Promise<PasswordSlot> {
  const salt = random(SALT_BYTES);
  const params = { name: 'scrypt', ...CREATE_PARAMS, dklen: KEY_BYTES as 32, salt: encodeBase64(salt) } as const;
  const bare = { id: 'pw', type: 'password', kdf: params } as const;
  const key = await derivePasswordKey(kdf, password, salt, CREATE_PARAMS);
  try {
    const associatedData = slotAssociatedData(vaultId, { ...bare, wrap: { alg: 'A256GCM', iv: '', ct: '', tag: '' } });
    const box = master.use((bytes) => sealBox(key, bytes, associatedData, random));
    return { ...bare, wrap: { alg: 'A256GCM', ...box } };
  } finally {
    key.fill(0);
  }
}

/** The master key, unwrapped with the password; throws WRONG_PASSWORD. */
export async function unwrapMaster(
  file: Pick<VaultFile, 'vaultId' | 'slots'>,
  password: string,
  kdf: Kdf,
): Promise<SecretBytes> {
  const [slot] = file.slots;
  const salt = parseBase64(slot.kdf.salt, SALT_BYTES);
  if (!salt) throw tampered('Expected a password slot in the vault');
  const key = await derivePasswordKey(kdf, password, salt, slot.kdf);
  try {
    const master = openBox(key, slot.wrap, slotAssociatedData(file.vaultId, slot));
    if (master === null) {
      throw new VaultError(
        { code: 'WRONG_PASSWORD', parameters: { of: 'vault' } },
        'Expected the password of the vault, found another',
      );
    }
    return new SecretBytes(master);
  } finally {
    key.fill(0);
  }
}

async function derivePasswordKey(
  kdf: Kdf,
  password: string,
  salt: Uint8Array,
  params: { n: number; r: number; p: number },
) {
  const bytes = encodePassword(password);
  try {
    return await kdf(bytes, salt, { n: params.n, r: params.r, p: params.p });
  } finally {
    bytes.fill(0);
  }
}

/** Throws unless the MAC is right, every item belongs to this network and origin, and every box opens. */
export function checkSealed(file: VaultFile, master: SecretBytes, belonging: Belonging): void {
  const mac = master.use((bytes) => buildMac(bytes, macBody(file)));
  if (!isSame(Buffer.from(mac), Buffer.from(file.mac)))
    throw tampered('Expected the MAC of the vault to match its contents');
  for (const item of file.items) {
    checkBelongs(item.meta, belonging);
    const secret = openItem(file.vaultId, item, master);
    try {
      const publicPart = derivePublicPart(item.meta.type, secret);
      if (publicPart !== null && publicPart !== item.meta.public) {
        throw tampered('Expected the key of the address in its metadata');
      }
    } finally {
      secret.destroy();
    }
  }
}

/** The public part of a key; null when it can't be derived from the secret. */
function derivePublicPart(type: ItemMeta['type'], secret: SecretBytes): string | null {
  switch (type) {
    case 'secp256k1':
      return secret.use(addressOf);
    case 'p256':
      return secret.use((scalar) => encodeHex(compressP256(p256PublicKeyOf(scalar))));
    case 'hmac-sha256':
      return null;
  }
}

function checkBelongs(meta: ItemMeta, { network, origin }: Belonging): void {
  if (meta.network === network && meta.origin === origin) return;
  throw new VaultError(
    {
      code: 'NOT_IN_THIS_NETWORK',
      parameters: {
        reason: 'foreignKeys',
        keys: { network: meta.network, origin: meta.origin },
        here: { network, origin },
      },
    },
    `Expected keys of network ${network}, found keys of network ${meta.network}`,
  );
}

const LABELS: Record<ItemUse, string> = {
  own: 'Own key',
  second: 'Second signing key',
  session: 'Session key',
  api: 'API key',
};

export function buildMeta(use: ItemUse, publicPart: string, account: string, { belonging, at }: Stamp): ItemMeta {
  const { network, origin } = belonging;
  const about = { venue: 'exchange', network, origin, public: publicPart, createdAt: at, backedUpAt: null };
  return { id: randomUUID(), account, type: typeOf(use), use, label: LABELS[use], ...about };
}

/** Secret of one item; the caller destroys it. */
export function openItem(vaultId: string, { meta, box }: VaultItem, master: SecretBytes): SecretBytes {
  return openSealed(meta.id, box, itemAssociatedData(vaultId, meta), master);
}

/** The same for an item of any version, with the associated data of its version. */
export function openSealed(id: string, box: Box, associatedData: Json, master: SecretBytes): SecretBytes {
  const key = master.use((bytes) => deriveKey(bytes, `item:${id}`));
  try {
    const plain = openBox(key, box, associatedData);
    if (plain === null) throw tampered('Expected an item of the vault to open with its own metadata');
    return new SecretBytes(plain);
  } finally {
    key.fill(0);
  }
}

export function sealItem(
  vaultId: string,
  meta: ItemMeta,
  secret: SecretBytes,
  master: SecretBytes,
  random: RandomBytes,
): VaultItem {
  const key = master.use((bytes) => deriveKey(bytes, `item:${meta.id}`));
  try {
    return { meta, box: secret.use((bytes) => sealBox(key, bytes, itemAssociatedData(vaultId, meta), random)) };
  } finally {
    key.fill(0);
  }
}

/** The items of a file with this API key of the selected account instead of any earlier one; throws BAD_KEY on an invalid pair. */
export function replaceApiKey(
  file: VaultFile,
  pair: { readonly apiKey: string; readonly apiSecret: string },
  master: SecretBytes,
  stamp: Stamp,
  random: RandomBytes,
): VaultItem[] {
  const apiKey = pair.apiKey.trim();
  const text = pair.apiSecret.trim();
  if (!/^[\x21-\x7e]{1,256}$/.test(apiKey) || text.length === 0 || text.length > 512) {
    throw new VaultError({ code: 'BAD_KEY', parameters: { reason: 'apiKey' } }, 'Expected an API key and its secret');
  }
  const secret = new SecretBytes(new Uint8Array(Buffer.from(text, 'utf8')));
  try {
    const item = sealItem(file.vaultId, buildMeta('api', apiKey, file.selected, stamp), secret, master, random);
    const before = findApiItem(file);
    return [...file.items.filter((other) => other !== before), item];
  } finally {
    secret.destroy();
  }
}

/** The items of a file with the time of the backup in the metadata of the selected account's own key. */
export function markOwnKeyBackedUp(file: VaultFile, master: SecretBytes, at: string, random: RandomBytes): VaultItem[] {
  const own = findOwnItem(file);
  return file.items.map((item) => {
    if (item !== own) return item;
    const secret = openItem(file.vaultId, item, master);
    try {
      return sealItem(file.vaultId, { ...item.meta, backedUpAt: at }, secret, master, random);
    } finally {
      secret.destroy();
    }
  });
}

/** The file of these contents, with its MAC. */
export function sealFile(body: Omit<VaultFile, 'mac' | 'format' | 'v'>, master: SecretBytes): VaultFile {
  const whole: VaultFile = { format: FORMAT, v: VERSION, ...body, mac: '' };
  return { ...whole, mac: master.use((bytes) => buildMac(bytes, macBody(whole))) };
}

/** Throws unless the text on disk is the expected file and opens with the master key. */
export function verifySaved(found: string, expected: VaultFile, master: SecretBytes, belonging: Belonging): void {
  if (found !== encodeVaultFile(expected)) {
    throw new VaultError(
      { code: 'SAVE_FAILED', parameters: { reason: 'readBack' } },
      'Expected to read back what was written, found something else',
    );
  }
  checkSealed(parseVaultFile(found), master, belonging);
}
