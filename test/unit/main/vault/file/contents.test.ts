import { expect, it } from 'vitest';
import { makeVault, type Stamp, withApiKey, withBackupMark } from '#main/vault/file/contents.ts';
import { checkSealed, openItem, sealFile, unwrapMaster } from '#main/vault/file/sealedVault.ts';
import type { VaultFile, VaultItem } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, KEY_ADDRESS, KEY_HEX } from '../openTestVault.ts';

const belonging = { network: 'test', origin: 'http://127.0.0.1:4000' } as const;
const stamp: Stamp = { belonging, at: '2026-01-02T03:04:05.000Z' };
let draws = 0;
const random = (length: number): Uint8Array => {
  draws += 1;
  return hashText(`draw ${draws}`).slice(0, length);
};
const make = () =>
  makeVault('pass', new SecretBytes(new Uint8Array(Buffer.from(KEY_HEX.slice(2), 'hex'))), stamp, {
    kdf: cheapKdf,
    random,
  });
const reseal = (file: VaultFile, items: VaultItem[], master: SecretBytes): VaultFile => {
  const { format: _f, v: _v, mac: _m, ...body } = file;
  return sealFile({ ...body, items }, master);
};

it('makes a vault around one key that opens with its password and belongs where it was made', async () => {
  const { file, master } = await make();
  expect(file).toMatchObject({ gen: 1, createdAt: stamp.at });
  expect(file.items.map((item) => item.meta)).toMatchObject([
    { type: 'secp256k1', public: KEY_ADDRESS, ...belonging, backedUpAt: null },
  ]);
  const opened = await unwrapMaster(file, 'pass', cheapKdf);
  expect(() => checkSealed(file, opened, belonging)).not.toThrow();
  expect(master.isDestroyed).toBe(false);
});

it('holds one API key, the latest', async () => {
  const { file, master } = await make();
  const first = reseal(file, withApiKey(file, { apiKey: 'one', apiSecret: 'a' }, master, stamp, random), master);
  const items = withApiKey(first, { apiKey: ' two ', apiSecret: ' sécret ' }, master, stamp, random);
  expect(items.map((item) => item.meta.public)).toEqual([KEY_ADDRESS, 'two']);
  const text = openItem(file.vaultId, items[1]!, master).use((bytes) => Buffer.from(bytes).toString('utf8'));
  expect(text).toBe('sécret');
  for (const pair of [
    { apiKey: '', apiSecret: 'a' },
    { apiKey: 'a b', apiSecret: 'a' },
    { apiKey: 'a', apiSecret: ' ' },
    { apiKey: 'a', apiSecret: 'x'.repeat(513) },
  ]) {
    expect(() => withApiKey(file, pair, master, stamp, random)).toThrow('Expected an API key and its secret');
  }
});

it('marks the own key as backed up under a new seal', async () => {
  const { file, master } = await make();
  const items = withBackupMark(file, master, '2027-01-02T03:04:05.000Z', random);
  expect(items[0]!.meta.backedUpAt).toBe('2027-01-02T03:04:05.000Z');
  expect(items[0]!.box.iv).not.toBe(file.items[0]!.box.iv);
  expect(() => checkSealed(reseal(file, items, master), master, belonging)).not.toThrow();
});
