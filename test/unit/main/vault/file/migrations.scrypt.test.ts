import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findOldVault } from '#main/vault/file/migrations.ts';
import { VERSION, versionOf } from '#main/vault/file/vaultFile.ts';
import { openVaultStore } from '#main/vault/file/vaultStore.ts';
import { type Keychain, openVault } from '#main/vault/vault.ts';
import { makeFolder, removeFolders } from '../openTestVault.ts';
import { openFakeKeychain } from '../unlock/fakeKeychain.ts';

afterEach(removeFolders);

/** A file of every version, with throw-away keys. */
const FIXTURES = join(import.meta.dirname, '../../../../fixtures/vault');
const PASSWORD = 'fixture of a vault';
const OWNER = '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf';
const KEYCHAIN_SECRET = Uint8Array.from({ length: 32 }, (_, index) => index + 1);

const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.json'));

it('has a fixture of every version, with and without a keychain slot', () => {
  expect(names.sort()).toEqual(['v1-keychain.json', 'v1.json', 'v2-keychain.json', 'v2.json']);
  for (const name of names) {
    expect(versionOf(readFileSync(join(FIXTURES, name), 'utf8'))).toBe(name.startsWith('v1') ? 1 : VERSION);
  }
});

const open = async (name: string, keychain: Keychain | null = null) => {
  const folder = makeFolder();
  const content = readFileSync(join(FIXTURES, name), 'utf8');
  await openVaultStore(folder).save(content, () => {});
  const start = () => openVault({ folder, network: 'test', origin: 'https://fixture.example', now: () => 0, keychain });
  return { folder, content, vault: start(), start };
};

it.each(names)('opens %s with its password and real scrypt', async (name) => {
  const { vault, folder, content } = await open(name);
  await vault.unlock(PASSWORD);
  expect(vault.owner()).toBe(OWNER);
  expect(vault.keys().map(({ use }) => use)).toEqual(['own', 'api', 'second', 'session']);
  expect(vault.credentials()?.sign('m')).toMatch(/^[0-9a-f]{64}$/);
  expect(vault.accounts()[0]).toMatchObject({ id: 'first', label: 'Account 1', owner: OWNER, hasApiKey: true });
  const backup = join(folder, 'vault.json.bak-v1');
  expect(existsSync(backup) ? readFileSync(backup, 'utf8') : null).toBe(name.startsWith('v1') ? content : null);
});

const keychain: Keychain = { ...openFakeKeychain(), read: async () => KEYCHAIN_SECRET.slice() };

it('opens the keychain slot of the fixture with its secret', async () => {
  const { vault } = await open('v2-keychain.json', keychain);
  await expect.poll(() => vault.keychainUnlock().at).toBe('ready');
  await vault.unlockWithKeychain();
  expect(vault.owner()).toBe(OWNER);
});

it('upgrades a file of format 1 by its password alone, and keeps its keychain slot', async () => {
  const { vault, start, folder, content } = await open('v1-keychain.json', keychain);
  await expect(vault.unlockWithKeychain()).rejects.toMatchObject({ code: 'DENIED' });
  expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(content);
  await vault.unlock(PASSWORD);
  const next = start();
  await expect.poll(() => next.keychainUnlock().at).toBe('ready');
  await next.unlockWithKeychain();
  expect(next.owner()).toBe(OWNER);
});

it('finds an older version only when the table has a reader for it', () => {
  const reader = async () => {
    throw new Error('not read here');
  };
  const old = '{"format":"adyton-vault","v":0}';
  expect(findOldVault(old, { 0: reader })).toEqual({ version: 0, content: old, open: reader });
  expect(findOldVault(old, {})).toBeNull();
  expect(findOldVault(old.replace('0', '2'), { 2: reader })).toBeNull();
  expect(findOldVault('text', { 0: reader })).toBeNull();
  expect(findOldVault(null, { 0: reader })).toBeNull();
});
