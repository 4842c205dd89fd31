import { afterEach, expect, it } from 'vitest';
import { canonicalJson } from '#main/vault/file/encoding.ts';
import { readFormat1 } from '#main/vault/file/readFormat1.ts';
import { createRollbackMemory } from '#main/vault/file/rollbackDetection.ts';
import { buildMac, deriveKey, sealBox } from '#main/vault/file/seal.ts';
import { wrapMaster } from '#main/vault/file/sealedVault.ts';
import { encodeVaultFile, macBody, type VaultFile1 } from '#main/vault/file/vaultFile.ts';
import { openVaultStore } from '#main/vault/file/vaultStore.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import {
  cheapKdf,
  KEY_ADDRESS,
  KEY_HEX,
  makeFolder,
  openTestVault,
  PASSWORD,
  removeFolders,
} from '../openTestVault.ts';

afterEach(removeFolders);

const ID = '42750ad5-307f-416a-9501-f4bea9a0c2a1';
const random = (length: number): Uint8Array => hashText('draw').slice(0, length);
const tools = { kdf: cheapKdf, random };

/** A file of format 1 as its program wrote it. */
async function build(change: Partial<VaultFile1> = {}): Promise<string> {
  const bytes = hashText('master');
  const meta = {
    id: '188a5af1-0931-42f0-b105-21e57c88771f',
    type: 'secp256k1',
    use: 'own',
    label: 'Own key',
    venue: 'exchange',
    network: 'test',
    origin: 'http://127.0.0.1:4000',
    public: KEY_ADDRESS,
    createdAt: '2020-01-02T03:04:05.000Z',
    backedUpAt: null,
  } as const;
  const key = deriveKey(bytes, `item:${meta.id}`);
  const box = sealBox(key, Buffer.from(KEY_HEX.slice(2), 'hex'), { vaultId: ID, v: 1, meta }, random);
  const slot = await wrapMaster(ID, new SecretBytes(bytes.slice()), PASSWORD, tools);
  const body: VaultFile1 = {
    format: 'adyton-vault',
    v: 1,
    vaultId: ID,
    gen: 6,
    createdAt: meta.createdAt,
    slots: [slot],
    items: [{ meta, box }],
    recordCounter: 4,
    mac: '',
    ...change,
  };
  return encodeVaultFile({ ...body, mac: buildMac(bytes, macBody(body)) });
}

it('puts all keys into the first account, and keeps slots, master key and counter', async () => {
  const contents = await readFormat1(await build(), PASSWORD, tools);
  expect(contents).toMatchObject({ vaultId: ID, gen: 6, recordCounter: 4 });
  expect(contents.items.map(({ meta }) => [meta.account, meta.public])).toEqual([['first', KEY_ADDRESS]]);
  expect(contents.items[0]!.secret.use((bytes) => Buffer.from(bytes).toString('hex'))).toBe(KEY_HEX.slice(2));
  expect(contents.master.use((bytes) => [...bytes])).toEqual([...hashText('master')]);
});

it('refuses another password, another MAC and a key of other metadata', async () => {
  const content = await build();
  await expect(readFormat1(content, 'wrong', tools)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  await expect(readFormat1(content.replace('"gen":6', '"gen":7'), PASSWORD, tools)).rejects.toThrow('MAC');
  const { items } = JSON.parse(content) as VaultFile1;
  const moved = await build({ items: items.map((item) => ({ ...item, meta: { ...item.meta, label: 'x' } })) });
  await expect(readFormat1(moved, PASSWORD, tools)).rejects.toThrow('own metadata');
  await expect(readFormat1(`${canonicalJson({ format: 'adyton-vault', v: 1 })}\n`, PASSWORD, tools)).rejects.toThrow(
    'complete vault',
  );
});

it('is upgraded in place, keeps what it authenticated, and an older copy put back is reported', async () => {
  const folder = makeFolder();
  const rollbackMemory = createRollbackMemory();
  const old = await build();
  await openVaultStore(folder).save(old, () => {});
  const vault = openTestVault({ folder, rollbackMemory });
  await vault.unlock(PASSWORD);
  expect([vault.owner(), vault.recordCounter(), vault.status().older]).toEqual([KEY_ADDRESS, 4, null]);
  const mac = vault.sealRecord('kept');
  await vault.markBackedUp();
  vault.lock();
  await openVaultStore(folder).save(old, () => {});
  const again = openTestVault({ folder, rollbackMemory });
  await again.unlock(PASSWORD);
  expect(again.status().older).toEqual({ found: 6, seen: 8 });
  expect(again.isSealedRecord('kept', mac)).toBe(true);
});
