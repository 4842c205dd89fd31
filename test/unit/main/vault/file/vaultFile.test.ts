import { expect, it } from 'vitest';
import { canonicalJson, type Json } from '#main/vault/file/encoding.ts';
import {
  encodeVaultFile,
  itemAssociatedData,
  macBody,
  parseVaultFile,
  parseVaultFile1,
  slotAssociatedData,
  type VaultFile,
} from '#main/vault/file/vaultFile.ts';

const zeros = (length: number): string => Buffer.alloc(length).toString('base64');
const ID = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
const file: VaultFile = {
  format: 'adyton-vault',
  v: 2,
  vaultId: ID,
  gen: 3,
  createdAt: '2026-01-02T03:04:05.000Z',
  slots: [
    {
      id: 'pw',
      type: 'password',
      kdf: { name: 'scrypt', n: 262144, r: 8, p: 1, dklen: 32, salt: zeros(32) },
      wrap: { alg: 'A256GCM', iv: zeros(12), ct: zeros(32), tag: zeros(16) },
    },
  ],
  accounts: [{ id: 'first', label: 'Account 1', colour: 'blue' }],
  selected: 'first',
  items: [
    {
      meta: {
        id: ID,
        type: 'secp256k1',
        use: 'own',
        account: 'first',
        label: 'Own key',
        venue: 'exchange',
        network: 'test',
        origin: 'http://127.0.0.1:4000',
        public: `0x${'1'.repeat(40)}`,
        createdAt: '2026-01-02T03:04:05.000Z',
        backedUpAt: null,
      },
      box: { iv: zeros(12), ct: zeros(32), tag: zeros(16) },
    },
  ],
  mac: zeros(32),
};
const changed = (change: (copy: Record<string, Json>) => void): string => {
  const copy = structuredClone(file) as unknown as Record<string, Json>;
  change(copy);
  return `${canonicalJson(copy)}\n`;
};
const codeOf = (text: string): unknown => {
  try {
    parseVaultFile(text);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

it('reads back what it wrote', () => {
  expect(parseVaultFile(encodeVaultFile(file))).toEqual(file);
});

it('refuses any other spelling of the same file', () => {
  const text = encodeVaultFile(file);
  for (const other of [text.trim(), ` ${text}`, JSON.stringify(file), text.replace('"gen":3', '"gen":3.0')]) {
    expect(codeOf(other)).toBe('VAULT_CORRUPT');
  }
});

it('tells a newer version from a damaged file, before anything else', () => {
  expect(codeOf(changed((copy) => Object.assign(copy, { v: 3, slots: 'whatever is new' })))).toBe('VAULT_TOO_NEW');
  expect(codeOf(changed((copy) => Object.assign(copy, { v: 0 })))).toBe('VAULT_CORRUPT');
  expect(codeOf(changed((copy) => Object.assign(copy, { format: 'other' })))).toBe('VAULT_CORRUPT');
  expect(codeOf('not json')).toBe('VAULT_CORRUPT');
  expect(codeOf('x'.repeat(300_000))).toBe('VAULT_CORRUPT');
});

it('refuses derivation parameters outside the bounds', () => {
  const withN = (n: number): string =>
    changed((copy) => {
      const slots = copy.slots as unknown as { kdf: { n: number } }[];
      slots[0]!.kdf.n = n;
    });
  expect(codeOf(withN(2 ** 14))).toBe('KDF_PARAMS');
  expect(codeOf(withN(2 ** 30))).toBe('KDF_PARAMS');
  expect(codeOf(withN(2 ** 17))).toBeNull();
});

const second = { id: 'other', label: 'Second', colour: 'blue' };
const ownOf = (account: string) => ({
  ...file.items[0]!,
  meta: { ...file.items[0]!.meta, account, id: '52750ad5-307f-416a-9501-f4bea9a0c2a1' },
});

it('reads two accounts with a key each', () => {
  const text = changed((copy) =>
    Object.assign(copy, {
      accounts: [...file.accounts, second],
      selected: 'other',
      items: [file.items[0], ownOf('other')],
    }),
  );
  expect(parseVaultFile(text).selected).toBe('other');
});

it.each<[string, Record<string, unknown>]>([
  ['no account', { accounts: [] }],
  ['a selected account that is not there', { selected: 'other' }],
  ['an account without an own key', { accounts: [...file.accounts, second] }],
  ['an account with two own keys', { items: [file.items[0], ownOf('first')] }],
  ['a key of no account', { items: [file.items[0], ownOf('other')] }],
  ['an account twice', { accounts: [...file.accounts, { ...second, id: 'first' }] }],
  [
    'one label twice',
    { accounts: [...file.accounts, { ...second, label: 'ACCOUNT 1' }], items: [file.items[0], ownOf('other')] },
  ],
  ['a label that changes the direction of text', { accounts: [{ ...file.accounts[0], label: 'a\u202eb' }] }],
  ['a green account', { accounts: [{ ...file.accounts[0], colour: 'green' }] }],
])('refuses %s', (_what, change) => {
  expect(codeOf(changed((copy) => Object.assign(copy, change)))).toBe('VAULT_CORRUPT');
});

it('reads format 1 by its own reader alone', () => {
  const { accounts: _accounts, selected: _selected, ...rest } = file;
  const { account: _account, ...meta } = file.items[0]!.meta;
  const old = `${canonicalJson({ ...rest, v: 1, items: [{ ...file.items[0]!, meta }] })}\n`;
  expect(parseVaultFile1(old)).toMatchObject({ v: 1, gen: 3 });
  expect(codeOf(old)).toBe('VAULT_CORRUPT');
  expect(() => parseVaultFile1(encodeVaultFile(file))).toThrow('Expected a vault of version 1, found 2');
});

it('refuses unknown, missing and doubled parts', () => {
  expect(codeOf(changed((copy) => Object.assign(copy, { extra: 1 })))).toBe('VAULT_CORRUPT');
  expect(codeOf(changed((copy) => Object.assign(copy, { slots: [] })))).toBe('VAULT_CORRUPT');
  expect(codeOf(changed((copy) => Object.assign(copy, { mac: zeros(31) })))).toBe('VAULT_CORRUPT');
  expect(codeOf(changed((copy) => Object.assign(copy, { items: [...file.items, ...file.items] })))).toBe(
    'VAULT_CORRUPT',
  );
});

it('binds slots and items to the vault and to their own description, not to their boxes', () => {
  expect(canonicalJson(slotAssociatedData(ID, file.slots[0]))).not.toContain('wrap');
  expect(canonicalJson(slotAssociatedData(ID, file.slots[0]))).toContain('"n":262144');
  expect(canonicalJson(itemAssociatedData(ID, file.items[0]!.meta))).toContain('"origin":"http://127.0.0.1:4000"');
  expect(canonicalJson(macBody(file))).not.toContain('"mac"');
});
