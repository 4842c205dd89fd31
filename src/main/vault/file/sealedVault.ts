/**
 * A vault's contents in memory: made new, opened by a password, changed, and proved before it may replace a file.
 *
 * Invariants  Nothing is used before slot, MAC, network and every own key's address were checked.
 * Errors      VaultError WRONG_PASSWORD, VAULT_TAMPERED, NOT_IN_THIS_NETWORK, KDF_PARAMS.
 * Source      docs/decisions/0007-vault-file.md
 */
import { encodeHex } from '#wire/eip712/bytes.ts';
import { compressP256, p256PublicKeyOf } from '../keys/p256.ts';
import { SecretBytes } from '../keys/secretBytes.ts';
import { addressOf } from '../signing/secp256k1.ts';
import { VaultError } from '../vaultError.ts';
import { CREATE_PARAMS, encodePassword, type Kdf, KEY_BYTES, SALT_BYTES } from './kdf.ts';
import { buildMac, deriveKey, encodeBase64, isSame, openBox, parseBase64, type RandomBytes, sealBox } from './seal.ts';
import {
  encodeVaultFile,
  FORMAT,
  type ItemMeta,
  itemBinding,
  macBody,
  type PasswordSlot,
  parseVaultFile,
  slotBinding,
  type VaultFile,
  type VaultItem,
  VERSION,
} from './vaultFile.ts';

/** What a vault belongs to: keys of one network and origin never serve another. */
export interface Belonging {
  readonly network: ItemMeta['network'];
  readonly origin: string;
}

export interface Tools {
  readonly kdf: Kdf;
  readonly random: RandomBytes;
}

export function tampered(message: string): VaultError {
  return new VaultError(
    'VAULT_TAMPERED',
    message,
    'The vault file was changed by something other than Adyton: restore it from a copy and ask what changed it',
  );
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
  const key = await stretch(kdf, password, salt, CREATE_PARAMS);
  try {
    const bound = slotBinding(vaultId, { ...bare, wrap: { alg: 'A256GCM', iv: '', ct: '', tag: '' } });
    const box = master.use((bytes) => sealBox(key, bytes, bound, random));
    return { ...bare, wrap: { alg: 'A256GCM', ...box } };
  } finally {
    key.fill(0);
  }
}

/** The master key, by the password; throws WRONG_PASSWORD. */
export async function unwrapMaster(file: VaultFile, password: string, kdf: Kdf): Promise<SecretBytes> {
  const [slot] = file.slots;
  const salt = parseBase64(slot.kdf.salt, SALT_BYTES);
  if (!salt) throw tampered('Expected a password slot in the vault');
  const key = await stretch(kdf, password, salt, slot.kdf);
  try {
    const master = openBox(key, slot.wrap, slotBinding(file.vaultId, slot));
    if (master === null) {
      throw new VaultError('WRONG_PASSWORD', 'Expected the password of the vault, found another', 'Wrong password');
    }
    return new SecretBytes(master);
  } finally {
    key.fill(0);
  }
}

async function stretch(kdf: Kdf, password: string, salt: Uint8Array, params: { n: number; r: number; p: number }) {
  const bytes = encodePassword(password);
  try {
    return await kdf(bytes, salt, { n: params.n, r: params.r, p: params.p });
  } finally {
    bytes.fill(0);
  }
}

/** Throws unless the MAC fits, every item belongs here and every box opens. */
export function checkSealed(file: VaultFile, master: SecretBytes, belonging: Belonging): void {
  const mac = master.use((bytes) => buildMac(bytes, macBody(file)));
  if (!isSame(Buffer.from(mac), Buffer.from(file.mac)))
    throw tampered('Expected the MAC of the vault to fit its contents');
  for (const item of file.items) {
    checkBelongs(item.meta, belonging);
    const secret = openItem(file.vaultId, item, master);
    try {
      const shown = findPublicPart(item.meta.type, secret);
      if (shown !== null && shown !== item.meta.public) {
        throw tampered('Expected the key of the address beside it in the vault');
      }
    } finally {
      secret.destroy();
    }
  }
}

/** What stands beside a key as its public part; null where it can't be told from the secret. */
function findPublicPart(type: ItemMeta['type'], secret: SecretBytes): string | null {
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
    'NOT_IN_THIS_NETWORK',
    `Expected keys of network ${network}, found keys of network ${meta.network}`,
    `These keys were made for ${meta.network} at ${meta.origin} and never sign for ${network} at ${origin}`,
  );
}

/** Secret of one item; the caller destroys it. */
export function openItem(vaultId: string, item: VaultItem, master: SecretBytes): SecretBytes {
  const key = master.use((bytes) => deriveKey(bytes, `item:${item.meta.id}`));
  try {
    const plain = openBox(key, item.box, itemBinding(vaultId, item.meta));
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
    return { meta, box: secret.use((bytes) => sealBox(key, bytes, itemBinding(vaultId, meta), random)) };
  } finally {
    key.fill(0);
  }
}

/** A file with its MAC. */
export function sealFile(body: Omit<VaultFile, 'mac' | 'format' | 'v'>, master: SecretBytes): VaultFile {
  const whole: VaultFile = { format: FORMAT, v: VERSION, ...body, mac: '' };
  return { ...whole, mac: master.use((bytes) => buildMac(bytes, macBody(whole))) };
}

/** Proves that what stands on the disk is what was meant and opens with the real key. */
export function verifySaved(found: string, meant: VaultFile, master: SecretBytes, belonging: Belonging): void {
  if (found !== encodeVaultFile(meant)) {
    throw new VaultError(
      'SAVE_FAILED',
      'Expected to read back what was written, found something else',
      'The vault could not be saved: the disk gave back other bytes; the file before it is unharmed',
    );
  }
  checkSealed(parseVaultFile(found), master, belonging);
}
