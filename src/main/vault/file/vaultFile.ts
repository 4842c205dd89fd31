/**
 * Vault file format v2: strict parser, encoder and associated data.
 *
 * Shape       One JSON object in canonical form and a line feed; any other spelling is refused.
 * Invariants  Version and key-derivation parameters are checked before any key derivation. Every item belongs to one account
 *             of the file; every account has one own key and at most one API key. One account is selected.
 * Errors      VaultError VAULT_CORRUPT, VAULT_TOO_NEW, KDF_PARAMS.
 * Source      docs/decisions/0007-vault-file.md, docs/decisions/0025-several-accounts.md
 */
import { z } from 'zod';
import { ACCOUNT_COLOURS, isAccountLabel, isSameLabel, MAX_ACCOUNTS } from '#shared/ipc/accounts.ts';
import { VaultError } from '../vaultError.ts';
import { canonicalJson, type Json, parseBase64 } from './encoding.ts';
import { checkVaultParams, SALT_BYTES } from './kdf.ts';

export const FORMAT = 'adyton-vault';
export const VERSION = 2;
/** Version in the associated data of slots: they are those of format 1, so a file of format 1 keeps its slots. */
const SLOT_VERSION = 1;
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

const metaFields = {
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
};
const isTyped = ({ use, type }: { readonly use: keyof typeof TYPES; readonly type: string }): boolean =>
  TYPES[use] === type;
const TYPE_FAULT = { message: 'Expected the key type of this use' };
const accountId = z.string().regex(/^[a-z0-9-]{1,36}$/);
const meta = z
  .strictObject({
    ...metaFields,
    /** The account that the key belongs to. */
    account: accountId,
  })
  .refine(isTyped, TYPE_FAULT);
const metaOfFormat1 = z.strictObject(metaFields).refine(isTyped, TYPE_FAULT);

const account = z.strictObject({
  id: accountId,
  label: z.string().refine(isAccountLabel, { message: 'Expected the label of an account' }),
  colour: z.enum(ACCOUNT_COLOURS),
  /** Counter of the latest record of this account that the vault authenticates outside this file; absent: none yet. */
  recordCounter: z.number().int().positive().exactOptional(),
});

const common = {
  format: z.literal(FORMAT),
  vaultId: uuid,
  gen: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The password slot, and at most one keychain slot. */
  slots: z.union([z.tuple([passwordSlot]), z.tuple([passwordSlot, keychainSlot])]),
  mac: base64(32),
};

const file = z.strictObject({
  ...common,
  v: z.literal(VERSION),
  accounts: z.array(account).min(1).max(MAX_ACCOUNTS),
  /** The account that is in use. */
  selected: accountId,
  items: z.array(z.strictObject({ meta, box })).max(64),
});

/** Format 1 had one account, without a name. */
const fileOfFormat1 = z.strictObject({
  ...common,
  v: z.literal(1),
  items: z.array(z.strictObject({ meta: metaOfFormat1, box })).max(64),
  recordCounter: z.number().int().positive().exactOptional(),
});

export type Network = z.output<typeof network>;
export type PasswordSlot = z.output<typeof passwordSlot>;
export type KeychainSlot = z.output<typeof keychainSlot>;
export type ItemMeta = z.output<typeof meta>;
export type ItemUse = ItemMeta['use'];
export type VaultItem = z.output<typeof file>['items'][number];
export type VaultFile = z.output<typeof file>;
export type StoredAccount = VaultFile['accounts'][number];
export type VaultFile1 = z.output<typeof fileOfFormat1>;
export type Slots = VaultFile['slots'];

export function typeOf(use: ItemUse): ItemMeta['type'] {
  return TYPES[use];
}

/** The items of one account; of the selected one unless another is named. */
export function listItems(file: VaultFile, of: string = file.selected): VaultItem[] {
  return file.items.filter((item) => item.meta.account === of);
}

export function findOwnItem(file: VaultFile, of?: string): VaultItem | undefined {
  return listItems(file, of).find((item) => item.meta.use === 'own');
}

export function findApiItem(file: VaultFile, of?: string): VaultItem | undefined {
  return listItems(file, of).find((item) => item.meta.use === 'api');
}

export function findSecondItem(file: VaultFile, address: string, of?: string): VaultItem | undefined {
  return listItems(file, of).find((item) => item.meta.use === 'second' && item.meta.public === address);
}

export function findAccount(file: VaultFile, id: string): StoredAccount | undefined {
  return file.accounts.find((one) => one.id === id);
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
  const parsed = parseFormat(content, VERSION, file);
  const fault = checkAccounts(parsed);
  if (fault !== null) throw corrupt(fault);
  return parsed;
}

/** Reads the format before accounts; its caller makes the current one of it. */
export function parseVaultFile1(content: string): VaultFile1 {
  return parseFormat(content, 1, fileOfFormat1);
}

/** Why accounts and items do not fit, or null. */
function checkAccounts({ accounts, selected, items }: VaultFile): string | null {
  if (new Set(accounts.map(({ id }) => id)).size !== accounts.length) {
    return 'Expected unique account ids in the vault, found one twice';
  }
  const isDoubled = accounts.some(({ label }, at) =>
    accounts.slice(at + 1).some((other) => isSameLabel(label, other.label)),
  );
  if (isDoubled) return 'Expected a label of its own for each account, found one twice';
  if (accounts.every(({ id }) => id !== selected)) {
    return 'Expected the selected account among those of the vault, found another id';
  }
  const count = (id: string, use: ItemUse): number =>
    items.filter(({ meta: found }) => found.account === id && found.use === use).length;
  for (const { id } of accounts) {
    const [own, api] = [count(id, 'own'), count(id, 'api')];
    if (own !== 1 || api > 1) {
      return `Expected one own key and at most one API key in each account, found ${own} and ${api}`;
    }
  }
  const isForeign = items.some((item) => accounts.every(({ id }) => id !== item.meta.account));
  return isForeign ? 'Expected each key to name an account of the vault, found another id' : null;
}

function parseFormat<T extends VaultFile | VaultFile1>(content: string, version: number, schema: z.ZodType<T>): T {
  if (content.length > MAX_FILE_BYTES)
    throw corrupt(`Expected a vault of at most ${MAX_FILE_BYTES} characters, found ${content.length}`);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw corrupt('Expected a vault file in JSON, found another text');
  }
  const head = z.object({ format: z.literal(FORMAT), v: z.number().int().positive() }).safeParse(value);
  if (!head.success) throw corrupt('Expected the format and version of a vault, found other JSON');
  if (head.data.v > version) {
    throw new VaultError(
      { code: 'VAULT_TOO_NEW', parameters: {} },
      `Expected a vault of version ${version}, found ${head.data.v}`,
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw corrupt(`Expected a complete vault, found another shape at "${where}"`);
  }
  const reason = checkVaultParams(parsed.data.slots[0].kdf);
  if (reason !== null) throw new VaultError({ code: 'KDF_PARAMS', parameters: { of: 'vault' } }, reason);
  if (new Set(parsed.data.items.map((item) => item.meta.id)).size !== parsed.data.items.length) {
    throw corrupt('Expected unique item ids in the vault, found one twice');
  }
  if (encodeVaultFile(parsed.data) !== content) throw corrupt('Expected canonical JSON in the vault');
  return parsed.data;
}

export function encodeVaultFile(vault: VaultFile | VaultFile1): string {
  return `${canonicalJson(vault)}\n`;
}

/** What the MAC covers: everything but the MAC. */
export function macBody({ mac: _mac, ...rest }: VaultFile | VaultFile1): Json {
  return rest;
}

/** Associated data of a slot's wrapped key. */
export function slotAssociatedData(vaultId: string, { wrap: _wrap, ...rest }: PasswordSlot | KeychainSlot): Json {
  return { format: FORMAT, v: SLOT_VERSION, vaultId, slot: rest };
}

/** Associated data of an item's box: its metadata, with account, network and origin. */
export function itemAssociatedData(vaultId: string, itemMeta: ItemMeta): Json {
  return { vaultId, v: VERSION, meta: itemMeta };
}
