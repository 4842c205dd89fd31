/**
 * Vault file format v1: strict parser, encoder and associated data.
 *
 * Shape       One JSON object in canonical form and a line feed; any other spelling is refused.
 * Invariants  Version and key-derivation parameters are checked before any key derivation.
 * Errors      VaultError VAULT_CORRUPT, VAULT_TOO_NEW, KDF_PARAMS.
 * Source      docs/decisions/0007-vault-file.md
 */
import { z } from 'zod';
import { VaultError } from '../vaultError.ts';
import { canonicalJson, type Json, parseBase64 } from './encoding.ts';
import { checkVaultParams, SALT_BYTES } from './kdf.ts';

export const FORMAT = 'adyton-vault';
export const VERSION = 1;
export const MAX_FILE_BYTES = 262_144;

const base64 = (length: number | null) =>
  z.string().refine((text) => parseBase64(text, length) !== null, { message: 'Expected base64' });
const text = z.string().max(512);
const uuid = z.uuid();
const network = z.enum(['paper', 'test', 'live']);
const box = z.strictObject({ iv: base64(12), ct: base64(null), tag: base64(16) });

const wrap = z.strictObject({ alg: z.literal('A256GCM'), iv: base64(12), ct: base64(32), tag: base64(16) });

const passwordSlot = z.strictObject({
  id: z.literal('pw'),
  type: z.literal('password'),
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z.number().int(),
    r: z.number().int(),
    p: z.number().int(),
    dklen: z.literal(32),
    salt: base64(SALT_BYTES),
  }),
  wrap,
});

/** Keychain slot: the master key, wrapped under a secret in the system's keychain. */
const keychainSlot = z.strictObject({
  id: z.literal('device'),
  type: z.literal('device'),
  /** Display names of the keychain and of the operating system. */
  keychain: text,
  platform: text,
  createdAt: z.iso.datetime(),
  wrap,
});

/** The key type of each use. */
const TYPES = { own: 'secp256k1', second: 'secp256k1', session: 'p256', api: 'hmac-sha256' } as const;

const shape = z.strictObject({
  id: uuid,
  type: z.enum(['secp256k1', 'p256', 'hmac-sha256']),
  use: z.enum(['own', 'second', 'session', 'api']),
  label: text,
  venue: text,
  network,
  origin: text,
  /** Address, public key or API key; readable while locked. */
  public: text,
  createdAt: z.iso.datetime(),
  /** When an encrypted backup was written and verified; null = never. */
  backedUpAt: z.iso.datetime().nullable(),
});
const meta = shape.refine(({ use, type }) => TYPES[use] === type, { message: 'Expected the key type of this use' });

const file = z.strictObject({
  format: z.literal(FORMAT),
  v: z.literal(VERSION),
  vaultId: uuid,
  gen: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The password slot, and at most one keychain slot. */
  slots: z.union([z.tuple([passwordSlot]), z.tuple([passwordSlot, keychainSlot])]),
  items: z.array(z.strictObject({ meta, box })).max(64),
  /** Counter of the latest record that the vault authenticates outside this file; absent: none yet. */
  recordCounter: z.number().int().positive().exactOptional(),
  mac: base64(32),
});

export type Network = z.output<typeof network>;
export type PasswordSlot = z.output<typeof passwordSlot>;
export type KeychainSlot = z.output<typeof keychainSlot>;
export type ItemMeta = z.output<typeof meta>;
export type ItemUse = ItemMeta['use'];
export type VaultItem = z.output<typeof file>['items'][number];
export type VaultFile = z.output<typeof file>;
export type Slots = VaultFile['slots'];

export function typeOf(use: ItemUse): ItemMeta['type'] {
  return TYPES[use];
}

export function findOwnItem(file: VaultFile): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'own');
}

export function findApiItem(file: VaultFile): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'api');
}

export function findSecondItem(file: VaultFile, address: string): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'second' && item.meta.public === address);
}

/** The keychain slot, or null. */
export function findKeychainSlot(file: VaultFile): KeychainSlot | null {
  return file.slots[1] ?? null;
}

const corrupt = (message: string): VaultError =>
  new VaultError({ code: 'VAULT_CORRUPT', parameters: { reason: 'damaged' } }, message);

/** Format version of a vault text; null when it is not a vault. */
export function versionOf(content: string): number | null {
  try {
    const head = z.object({ format: z.literal(FORMAT), v: z.number().int() }).safeParse(JSON.parse(content));
    return head.success ? head.data.v : null;
  } catch {
    return null;
  }
}

export function parseVaultFile(content: string): VaultFile {
  if (content.length > MAX_FILE_BYTES) throw corrupt(`Expected a vault of at most ${MAX_FILE_BYTES} characters`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw corrupt('Expected a vault file in JSON');
  }
  const head = z.object({ format: z.literal(FORMAT), v: z.number().int().positive() }).safeParse(value);
  if (!head.success) throw corrupt('Expected the format and version of a vault');
  if (head.data.v > VERSION) {
    throw new VaultError(
      { code: 'VAULT_TOO_NEW', parameters: {} },
      `Expected a vault of version ${VERSION}, found ${head.data.v}`,
    );
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw corrupt(`Expected a complete vault, found another shape at "${where}"`);
  }
  const reason = checkVaultParams(parsed.data.slots[0].kdf);
  if (reason !== null) throw new VaultError({ code: 'KDF_PARAMS', parameters: { of: 'vault' } }, reason);
  if (new Set(parsed.data.items.map((item) => item.meta.id)).size !== parsed.data.items.length) {
    throw corrupt('Expected unique item ids in the vault');
  }
  if (encodeVaultFile(parsed.data) !== content) throw corrupt('Expected canonical JSON in the vault');
  return parsed.data;
}

export function encodeVaultFile(vault: VaultFile): string {
  return `${canonicalJson(vault)}\n`;
}

/** What the MAC covers: everything but the MAC. */
export function macBody({ mac: _mac, ...rest }: VaultFile): Json {
  return rest;
}

/** Associated data of a slot's wrapped key. */
export function slotAssociatedData(vaultId: string, { wrap: _wrap, ...rest }: PasswordSlot | KeychainSlot): Json {
  return { format: FORMAT, v: VERSION, vaultId, slot: rest };
}

/** Associated data of an item's box: its metadata, network and origin included. */
export function itemAssociatedData(vaultId: string, itemMeta: ItemMeta): Json {
  return { vaultId, v: VERSION, meta: itemMeta };
}
