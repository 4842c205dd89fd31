import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findOldVault, OLD_READERS } from '#main/vault/file/migrations.ts';
import { versionOf } from '#main/vault/file/vaultFile.ts';
import { openVaultStore } from '#main/vault/file/vaultStore.ts';
import { openVault } from '#main/vault/vault.ts';
import { makeFolder, removeFolders } from '../openTestVault.ts';
import { openFakeKeychain } from '../unlock/fakeKeychain.ts';

afterEach(removeFolders);

/** A file of every released version and of this one, with throw-away keys. */
const FIXTURES = join(import.meta.dirname, '../../../../fixtures/vault');
const PASSWORD = 'fixture of a vault';
const OWNER = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf';
const KEYCHAIN_SECRET = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.json'));

it('has a fixture of this version, with and without a keychain slot, and of every older version', () => {
  const versions = names.map((name) => versionOf(readFileSync(join(FIXTURES, name), 'utf8')));
  expect(names).toEqual(expect.arrayContaining(['v1.json', 'v1-keychain.json']));
  for (const version of Object.keys(OLD_READERS)) expect(versions.map(String)).toContain(version);
});

it.each(names)('opens %s with its password and real scrypt', async (name) => {
  const folder = makeFolder();
  const content = readFileSync(join(FIXTURES, name), 'utf8');
  await openVaultStore(folder).save(content, () => {});
  const vault = openVault({ folder, network: 'test', origin: 'https://fixture.example', now: () => 0 });
  await vault.unlock(PASSWORD);
  expect(vault.owner()).toBe(OWNER);
  expect(vault.keys().map(({ use }) => use)).toEqual(['own', 'api', 'second', 'session']);
  expect(vault.credentials()?.sign('m')).toMatch(/^[0-9a-f]{64}$/);
});

it('opens the keychain slot of the fixture with its secret', async () => {
  const folder = makeFolder();
  await openVaultStore(folder).save(readFileSync(join(FIXTURES, 'v1-keychain.json'), 'utf8'), () => {});
  const keychain = openFakeKeychain();
  const read = { ...keychain, read: async () => KEYCHAIN_SECRET.slice() };
  const vault = openVault({ folder, network: 'test', origin: 'https://fixture.example', now: () => 0, keychain: read });
  await expect.poll(() => vault.keychainUnlock().at).toBe('ready');
  await vault.unlockWithKeychain();
  expect(vault.owner()).toBe(OWNER);
});

it('finds an older version only when the table has a reader for it', () => {
  const reader = async () => {
    throw new Error('not read here');
  };
  const old = '{"format":"adyton-vault","v":0}';
  expect(findOldVault(old, { 0: reader })).toEqual({ version: 0, content: old, open: reader });
  expect(findOldVault(old, {})).toBeNull();
  expect(findOldVault(old.replace('0', '1'), { 1: reader })).toBeNull();
  expect(findOldVault('text', { 0: reader })).toBeNull();
  expect(findOldVault(null, { 0: reader })).toBeNull();
});
