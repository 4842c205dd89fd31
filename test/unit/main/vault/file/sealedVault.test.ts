import { expect, it } from 'vitest';
import {
  checkSealed,
  createSealedVault,
  markOwnKeyBackedUp,
  openItem,
  replaceApiKey,
  type Stamp,
  sealFile,
  sealItem,
  tampered,
  unwrapMaster,
  verifySaved,
  wrapMaster,
} from '#main/vault/file/sealedVault.ts';
import { encodeVaultFile, type ItemMeta, typeOf, type VaultFile, type VaultItem } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { addressOf } from '#main/vault/signing/secp256k1.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, KEY_ADDRESS, KEY_HEX } from '../openTestVault.ts';

const VAULT_ID = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
const belonging = { network: 'test', origin: 'http://127.0.0.1:4000' } as const;
let draws = 0;
const random = (length: number): Uint8Array => {
  draws += 1;
  return hashText(`draw ${draws}`).slice(0, length);
};
const tools = { kdf: cheapKdf, random };

async function buildVault(): Promise<{ file: VaultFile; master: SecretBytes; key: Uint8Array }> {
  const master = new SecretBytes(hashText('master'));
  const key = hashText('own key');
  const meta = (id: string, use: ItemMeta['use'], shown: string): ItemMeta => ({
    id,
    type: typeOf(use),
    use,
    account: 'first',
    label: use,
    venue: 'exchange',
    ...belonging,
    public: shown,
    createdAt: '2026-01-02T03:04:05.000Z',
    backedUpAt: null,
  });
  const own = sealItem(
    VAULT_ID,
    meta('188a5af1-0931-42f0-b105-21e57c88771f', 'own', addressOf(key)),
    new SecretBytes(key.slice()),
    master,
    random,
  );
  const api = sealItem(
    VAULT_ID,
    meta('46b1d965-4724-4c65-bc4e-417016e573f3', 'api', 'key'),
    new SecretBytes(hashText('api')),
    master,
    random,
  );
  const slot = await wrapMaster(VAULT_ID, master, 'pass', tools);
  const file = sealFile(
    {
      vaultId: VAULT_ID,
      gen: 1,
      createdAt: '2026-01-02T03:04:05.000Z',
      slots: [slot],
      accounts: [{ id: 'first', label: 'Account 1', colour: 'blue' }],
      selected: 'first',
      items: [own, api],
    },
    master,
  );
  return { file, master, key };
}

it('opens with its password only', async () => {
  const { file, master } = await buildVault();
  const opened = await unwrapMaster(file, 'pass', cheapKdf);
  expect(opened.use((bytes) => [...bytes])).toEqual(master.use((bytes) => [...bytes]));
  await expect(unwrapMaster(file, 'Pass', cheapKdf)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(() => checkSealed(file, opened, belonging)).not.toThrow();
});

it('uses a fresh salt and a fresh IV for every seal', async () => {
  const files = await Promise.all(Array.from({ length: 1_000 }, buildVault));
  const slots = files.map(({ file }) => file.slots[0]);
  expect(new Set(slots.map((slot) => slot.kdf.salt)).size).toBe(1_000);
  expect(new Set(files.flatMap(({ file }) => file.items.map((item) => item.box.iv))).size).toBe(2_000);
});

function changeKdf(file: VaultFile, change: { readonly salt?: string; readonly n?: number }): VaultFile {
  const [slot] = file.slots;
  return { ...file, slots: [{ ...slot, kdf: { ...slot.kdf, ...change } }] };
}

it.each([{ salt: Buffer.alloc(32, 7).toString('base64') }, { n: 2 ** 19 }])(
  'does not open with its own password once the slot says %o',
  async (change) => {
    const { file } = await buildVault();
    await expect(unwrapMaster(changeKdf(file, change), 'pass', cheapKdf)).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    });
  },
);

it('does not take an item or a slot of another vault, even with the same master key and under a right MAC', async () => {
  const { file, master } = await buildVault();
  const { format: _f, v: _v, mac: _m, ...body } = file;
  const other = sealFile({ ...body, vaultId: '52750ad5-307f-416a-9501-f4bea9a0c2a1' }, master);
  expect(() => checkSealed(other, master, belonging)).toThrow('own metadata');
  await expect(unwrapMaster(other, 'pass', cheapKdf)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
});

it.each<[string, (file: VaultFile) => VaultFile]>([
  [
    'a swapped pair of boxes',
    (file) => ({
      ...file,
      items: [
        { ...file.items[0]!, box: file.items[1]!.box },
        { ...file.items[1]!, box: file.items[0]!.box },
      ],
    }),
  ],
  ['a dropped item', (file) => ({ ...file, items: file.items.slice(0, 1) })],
  ['another order of items', (file) => ({ ...file, items: [...file.items].reverse() })],
  ['another generation', (file) => ({ ...file, gen: 2 })],
  ['another date', (file) => ({ ...file, createdAt: '2027-01-02T03:04:05.000Z' })],
  [
    'another label',
    (file) => ({ ...file, items: file.items.map((item) => ({ ...item, meta: { ...item.meta, label: 'x' } })) }),
  ],
  [
    'another address beside the key',
    (file) => ({
      ...file,
      items: file.items.map((item) => ({ ...item, meta: { ...item.meta, public: `0x${'1'.repeat(40)}` } })),
    }),
  ],
  [
    'another type',
    (file) => ({
      ...file,
      items: file.items.map((item) => ({ ...item, meta: { ...item.meta, type: 'p256' as const } })),
    }),
  ],
  ['an item twice', (file) => ({ ...file, items: [...file.items, file.items[1]!] })],
  ['another vault id', (file) => ({ ...file, vaultId: '52750ad5-307f-416a-9501-f4bea9a0c2a1' })],
  [
    'another account of a key',
    (file) => ({ ...file, items: file.items.map((item) => ({ ...item, meta: { ...item.meta, account: 'other' } })) }),
  ],
  ['another selected account', (file) => ({ ...file, selected: 'other' })],
  ['another account label', (file) => ({ ...file, accounts: [{ ...file.accounts[0]!, label: 'Other' }] })],
  ['another account colour', (file) => ({ ...file, accounts: [{ ...file.accounts[0]!, colour: 'violet' }] })],
  ['another counter', (file) => ({ ...file, accounts: [{ ...file.accounts[0]!, recordCounter: 9 }] })],
  ['another salt', (file) => changeKdf(file, { salt: Buffer.alloc(32, 7).toString('base64') })],
  ['other parameters', (file) => changeKdf(file, { n: 2 ** 17 })],
  [
    'another use',
    (file) => ({ ...file, items: file.items.map((item) => ({ ...item, meta: { ...item.meta, use: 'second' } })) }),
  ],
  [
    'another origin',
    (file) => ({
      ...file,
      items: file.items.map((item) => ({ ...item, meta: { ...item.meta, origin: 'https://elsewhere' } })),
    }),
  ],
])('detects %s', async (_title, change) => {
  const { file, master } = await buildVault();
  expect(() => checkSealed(change(file), master, belonging)).toThrow('MAC');
});

it('detects a box moved to other metadata, even with a valid MAC', async () => {
  const { file, master } = await buildVault();
  const { format: _f, v: _v, mac: _m, ...body } = file;
  const relabelled = file.items.map((item) => ({ ...item, meta: { ...item.meta, label: 'other' } }));
  expect(() => checkSealed(sealFile({ ...body, items: relabelled }, master), master, belonging)).toThrow(
    'own metadata',
  );
});

it('does not take a key moved to another account, even with a valid MAC', async () => {
  const { file, master } = await buildVault();
  const { format: _f, v: _v, mac: _m, ...body } = file;
  const accounts = [...file.accounts, { id: 'other', label: 'Other', colour: 'blue' as const }];
  const items = file.items.map((item) => ({ ...item, meta: { ...item.meta, account: 'other' } }));
  expect(() => checkSealed(sealFile({ ...body, accounts, items }, master), master, belonging)).toThrow('own metadata');
});

it('detects a key with the address of another', async () => {
  const { file, master, key } = await buildVault();
  const { format: _f, v: _v, mac: _m, ...body } = file;
  const meta = { ...file.items[0]!.meta, public: `0x${'1'.repeat(40)}` };
  const item = sealItem(VAULT_ID, meta, new SecretBytes(key.slice()), master, random);
  expect(() => checkSealed(sealFile({ ...body, items: [item] }, master), master, belonging)).toThrow(
    'address in its metadata',
  );
});

it('refuses keys of another network or origin', async () => {
  const { file, master } = await buildVault();
  for (const other of [
    { network: 'live', origin: belonging.origin },
    { network: 'paper', origin: belonging.origin },
    { network: 'test', origin: 'http://127.0.0.1:4001' },
  ] as const) {
    expect(() => checkSealed(file, master, other)).toThrow(expect.objectContaining({ code: 'NOT_IN_THIS_NETWORK' }));
  }
});

it('opens the secret of one item', async () => {
  const { file, master, key } = await buildVault();
  expect(openItem(VAULT_ID, file.items[0]!, master).use((bytes) => [...bytes])).toEqual([...key]);
  expect(() => openItem('other', file.items[0]!, master)).toThrow('own metadata');
});

it('verifies what was read back from the disk', async () => {
  const { file, master } = await buildVault();
  expect(() => verifySaved(encodeVaultFile(file), file, master, belonging)).not.toThrow();
  expect(() => verifySaved(encodeVaultFile({ ...file, gen: 2 }), file, master, belonging)).toThrow('read back');
  expect(tampered('x')).toMatchObject({ code: 'VAULT_TAMPERED' });
});

const KEY = Uint8Array.from(Buffer.from(KEY_HEX.slice(2), 'hex'));
const stamp: Stamp = { belonging, at: '2026-01-02T03:04:05.000Z' };
const create = () => createSealedVault('pass', new SecretBytes(KEY.slice()), stamp, tools);
const reseal = (file: VaultFile, items: VaultItem[], master: SecretBytes): VaultFile => {
  const { format: _f, v: _v, mac: _m, ...rest } = file;
  return sealFile({ ...rest, items }, master);
};

it('creates a vault with one own key that opens with its password, for its network and origin only', async () => {
  const { file, master } = await create();
  expect(file).toMatchObject({ gen: 1, createdAt: stamp.at });
  expect(file.items.map((item) => item.meta)).toMatchObject([
    { type: 'secp256k1', public: KEY_ADDRESS, ...belonging, backedUpAt: null },
  ]);
  const opened = await unwrapMaster(file, 'pass', cheapKdf);
  expect(() => checkSealed(file, opened, belonging)).not.toThrow();
  expect(master.isDestroyed).toBe(false);
});

it('has one API key, the latest', async () => {
  const { file, master } = await create();
  const first = reseal(file, replaceApiKey(file, { apiKey: 'one', apiSecret: 'a' }, master, stamp, random), master);
  const items = replaceApiKey(first, { apiKey: ' two ', apiSecret: ' sécret ' }, master, stamp, random);
  expect(items.map((item) => item.meta.public)).toEqual([KEY_ADDRESS, 'two']);
  const text = openItem(file.vaultId, items[1]!, master).use((bytes) => Buffer.from(bytes).toString('utf8'));
  expect(text).toBe('sécret');
  for (const pair of [
    { apiKey: '', apiSecret: 'a' },
    { apiKey: 'a b', apiSecret: 'a' },
    { apiKey: 'a', apiSecret: ' ' },
    { apiKey: 'a', apiSecret: 'x'.repeat(513) },
  ]) {
    expect(() => replaceApiKey(file, pair, master, stamp, random)).toThrow('Expected an API key and its secret');
  }
});

it('marks the own key as backed up, with a fresh IV', async () => {
  const { file, master } = await create();
  const items = markOwnKeyBackedUp(file, master, '2027-01-02T03:04:05.000Z', random);
  expect(items[0]!.meta.backedUpAt).toBe('2027-01-02T03:04:05.000Z');
  expect(items[0]!.box.iv).not.toBe(file.items[0]!.box.iv);
  expect(() => checkSealed(reseal(file, items, master), master, belonging)).not.toThrow();
});
