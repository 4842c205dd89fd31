import { expect, it } from 'vitest';
import { makeVault } from '#main/vault/file/contents.ts';
import { sealFile } from '#main/vault/file/sealedVault.ts';
import { encodeVaultFile, parseVaultFile, type VaultFile } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import {
  findKeychainSlot,
  keychainAccount,
  unwrapWithKeychain,
  wrapForKeychain,
} from '#main/vault/unlock/keychainSlot.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf } from '../openTestVault.ts';

const random = (length: number): Uint8Array => hashText('draw').slice(0, length);
const stamp = { belonging: { network: 'test', origin: 'o' }, at: '2026-01-02T03:04:05.000Z' } as const;
const facts = { keychain: 'Secret Service', platform: 'linux', createdAt: stamp.at };
const secret = hashText('device');

async function make() {
  const key = new SecretBytes(hashText('own'));
  const { file, master } = await makeVault('pass', key, stamp, { kdf: cheapKdf, random });
  const slot = wrapForKeychain(file.vaultId, master, secret, facts, random);
  const { format: _f, v: _v, mac: _m, ...body } = file;
  return { bare: file, file: sealFile({ ...body, slots: [file.slots[0], slot] }, master), master };
}

it('opens with the secret it was made for, stands in the file in the clear but for its key, and survives the disk', async () => {
  const { bare, file, master } = await make();
  const read = parseVaultFile(encodeVaultFile(file));
  expect(findKeychainSlot(read)).toMatchObject({ id: 'device', type: 'device', ...facts });
  expect(findKeychainSlot(bare)).toBeNull();
  expect(unwrapWithKeychain(read, secret)!.use((bytes) => [...bytes])).toEqual(master.use((bytes) => [...bytes]));
  expect(keychainAccount(read.vaultId)).toMatch(/^vault-[0-9a-f-]{36}$/);
});

it('does not open with another secret, another length, or in a vault without a slot', async () => {
  const { bare, file } = await make();
  expect(unwrapWithKeychain(file, hashText('another'))).toBeNull();
  expect(unwrapWithKeychain(file, secret.subarray(0, 16))).toBeNull();
  expect(unwrapWithKeychain(bare, secret)).toBeNull();
});

it.each<[string, (file: VaultFile) => VaultFile]>([
  ['vault', (file) => ({ ...file, vaultId: '52750ad5-307f-416a-9501-f4bea9a0c2a1' })],
  ['keychain', (file) => ({ ...file, slots: [file.slots[0], { ...file.slots[1]!, keychain: 'other' }] })],
  ['platform', (file) => ({ ...file, slots: [file.slots[0], { ...file.slots[1]!, platform: 'win32' }] })],
  [
    'date',
    (file) => ({ ...file, slots: [file.slots[0], { ...file.slots[1]!, createdAt: '2027-01-02T03:04:05.000Z' }] }),
  ],
])('does not open once the %s beside it is another', async (_what, change) => {
  expect(unwrapWithKeychain(change((await make()).file), secret)).toBeNull();
});

it('is refused by the file format before the password, or twice', async () => {
  const { file } = await make();
  const [password, keychain] = [file.slots[0], file.slots[1]!];
  for (const slots of [[keychain], [keychain, password], [password, keychain, keychain], [password, password], []]) {
    const text = encodeVaultFile({ ...file, slots } as unknown as VaultFile);
    expect(() => parseVaultFile(text)).toThrow('at "slots');
  }
});
