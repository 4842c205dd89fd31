import { expect, it } from 'vitest';
import { createSealedVault, sealFile } from '#main/vault/file/sealedVault.ts';
import { encodeVaultFile, findKeychainSlot, parseVaultFile, type VaultFile } from '#main/vault/file/vaultFile.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { keychainAccount, unwrapWithKeychain, wrapForKeychain } from '#main/vault/unlock/keychainSlot.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf } from '../openTestVault.ts';

const random = (length: number): Uint8Array => hashText('draw').slice(0, length);
const stamp = { belonging: { network: 'test', origin: 'o' }, at: '2026-01-02T03:04:05.000Z' } as const;
const details = { keychain: 'Secret Service', platform: 'linux', createdAt: stamp.at };
const secret = hashText('keychain');

async function createFile() {
  const key = new SecretBytes(hashText('own'));
  const { file, master } = await createSealedVault('pass', key, stamp, { kdf: cheapKdf, random });
  const slot = wrapForKeychain(file.vaultId, master, secret, details, random);
  const { format: _f, v: _v, mac: _m, ...body } = file;
  return { bare: file, file: sealFile({ ...body, slots: [file.slots[0], slot] }, master), master };
}

it('opens with its secret, also after a parse of the encoded file', async () => {
  const { bare, file, master } = await createFile();
  const read = parseVaultFile(encodeVaultFile(file));
  expect(findKeychainSlot(read)).toMatchObject({ id: 'device', type: 'device', ...details });
  expect(findKeychainSlot(bare)).toBeNull();
  expect(unwrapWithKeychain(read, secret)!.use((bytes) => [...bytes])).toEqual(master.use((bytes) => [...bytes]));
  expect(keychainAccount(read.vaultId)).toMatch(/^vault-[0-9a-f-]{36}$/);
});

it('does not open with another secret, another length, or in a vault without a slot', async () => {
  const { bare, file } = await createFile();
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
])('does not open after a change of the %s', async (_what, change) => {
  expect(unwrapWithKeychain(change((await createFile()).file), secret)).toBeNull();
});

it('must come once, after the password slot', async () => {
  const { file } = await createFile();
  const [password, keychain] = [file.slots[0], file.slots[1]!];
  for (const slots of [[keychain], [keychain, password], [password, keychain, keychain], [password, password], []]) {
    const text = encodeVaultFile({ ...file, slots } as unknown as VaultFile);
    expect(() => parseVaultFile(text)).toThrow('at "slots');
  }
});
