import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { OldReader } from '#main/vault/file/migrations.ts';
import { wrapMaster } from '#main/vault/file/sealedVault.ts';
import { type ItemMeta, parseVaultFile } from '#main/vault/file/vaultFile.ts';
import type { SaveStep } from '#main/vault/file/vaultStore.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { VaultError } from '#main/vault/vaultError.ts';
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
const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;

/** Made-up version with key and password in plain text. */
const OLD = `{"format":"adyton-vault","v":0,"key":"${KEY_HEX.slice(2)}","password":"${PASSWORD}"}\n`;
const secrets: SecretBytes[] = [];
const readOld: OldReader = async (content, password, tools) => {
  const { key, password: right } = JSON.parse(content) as { readonly key: string; readonly password: string };
  if (password !== right)
    throw new VaultError({ code: 'WRONG_PASSWORD', parameters: { of: 'vault' } }, 'Expected the password');
  const meta: ItemMeta = {
    id: '188a5af1-0931-42f0-b105-21e57c88771f',
    type: 'secp256k1',
    use: 'own',
    account: 'first',
    label: 'Own key',
    venue: 'exchange',
    network: 'test',
    origin: 'http://127.0.0.1:4000',
    public: KEY_ADDRESS,
    createdAt: '2020-01-02T03:04:05.000Z',
    backedUpAt: null,
  };
  const secret = new SecretBytes(new Uint8Array(Buffer.from(key, 'hex')));
  secrets.push(secret);
  const master = new SecretBytes(hashText('master of the old one'));
  const slots = [await wrapMaster(ID, master, password, tools)] as [Awaited<ReturnType<typeof wrapMaster>>];
  const items = [{ meta, secret }];
  return { vaultId: ID, gen: 7, mac: 'old', createdAt: meta.createdAt, slots, master, recordCounter: null, items };
};
const oldReaders = { 0: readOld };

async function createOld() {
  const folder = makeFolder();
  // Creates the folder with its modes; the old file then replaces the new one.
  await openTestVault({ folder }).create(PASSWORD, { kind: 'random' });
  const path = join(folder, 'vault.json');
  writeFileSync(path, OLD, { mode: 0o600 });
  return { folder, path };
}

it('does not change a version that has no reader', async () => {
  const { folder, path } = await createOld();
  const vault = openTestVault({ folder });
  expect(vault.status().trouble).toBe('VAULT_CORRUPT');
  await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('VAULT_CORRUPT'));
  expect(readFileSync(path, 'utf8')).toBe(OLD);
});

describe('an older version', () => {
  it('is upgraded at the first unlock with the same keys and password, and backed up', async () => {
    const { folder, path } = await createOld();
    const vault = openTestVault({ folder, oldReaders });
    expect(vault.status()).toMatchObject({ at: 'locked', trouble: null });
    await vault.unlock(PASSWORD);
    expect(vault.status()).toMatchObject({ at: 'unlocked', owner: KEY_ADDRESS, vaultId: ID });
    expect(parseVaultFile(readFileSync(path, 'utf8'))).toMatchObject({ v: 2, gen: 8, selected: 'first' });
    expect(readFileSync(`${path}.bak-v0`, 'utf8')).toBe(OLD);
    expect(secrets.every((secret) => secret.isDestroyed)).toBe(true);
    const next = openTestVault({ folder });
    await next.unlock(PASSWORD);
    await next.storeApiKey({ apiKey: 'ak', apiSecret: 'as' });
    expect(next.owner()).toBe(KEY_ADDRESS);
  });

  it('is unchanged after a wrong password, which counts as an attempt', async () => {
    const { folder, path } = await createOld();
    const vault = openTestVault({ folder, oldReaders, now: () => 0 });
    for (let guess = 0; guess < 3; guess += 1) {
      await expect(vault.unlock('wrong password')).rejects.toEqual(code('WRONG_PASSWORD'));
    }
    await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('BACK_OFF'));
    expect(readFileSync(path, 'utf8')).toBe(OLD);
    expect(existsSync(`${path}.bak-v0`)).toBe(false);
  });

  it('of another network is not upgraded', async () => {
    const { folder, path } = await createOld();
    const vault = openTestVault({ folder, oldReaders, origin: 'https://elsewhere' });
    await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('NOT_IN_THIS_NETWORK'));
    expect(readFileSync(path, 'utf8')).toBe(OLD);
  });

  it.each<SaveStep>(['folder', 'open', 'write', 'sync', 'verify', 'previous', 'rename'])(
    'stays when the save fails at "%s", and is upgraded at the next unlock',
    async (broken) => {
      const { folder, path } = await createOld();
      let isBroken = true;
      const onSaveStep = (step: SaveStep): void => {
        if (isBroken && step === broken) throw Object.assign(new Error('broken'), { code: 'EIO' });
      };
      const vault = openTestVault({ folder, oldReaders, onSaveStep });
      await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('SAVE_FAILED'));
      expect(readFileSync(path, 'utf8')).toBe(OLD);
      isBroken = false;
      await vault.unlock(PASSWORD);
      expect(vault.owner()).toBe(KEY_ADDRESS);
      expect(readdirSync(folder).sort()).toEqual(['vault.json', 'vault.json.1', 'vault.json.bak-v0']);
    },
  );

  it('does not overwrite the backup of another vault of that version', async () => {
    const { folder, path } = await createOld();
    writeFileSync(`${path}.bak-v0`, 'another', { mode: 0o600 });
    await openTestVault({ folder, oldReaders }).unlock(PASSWORD);
    expect(readFileSync(`${path}.bak-v0`, 'utf8')).toBe('another');
    expect(readFileSync(`${path}.bak-v0-2`, 'utf8')).toBe(OLD);
  });

  it('is not replaced when the new file does not open with the password', async () => {
    const { folder, path } = await createOld();
    let derived = 0;
    // The second derivation verifies the new file.
    const kdf: typeof cheapKdf = async (...args) => {
      derived += 1;
      return derived === 2 ? hashText('wrong') : cheapKdf(...args);
    };
    await expect(openTestVault({ folder, oldReaders, kdf }).unlock(PASSWORD)).rejects.toBeInstanceOf(VaultError);
    expect(readFileSync(path, 'utf8')).toBe(OLD);
  });
});

it('does not change a vault of a newer version, whatever readers there are', async () => {
  const { folder, path } = await createOld();
  const newer = OLD.replace('"v":0', '"v":3');
  writeFileSync(path, newer, { mode: 0o600 });
  const vault = openTestVault({ folder, oldReaders: { 0: readOld, 3: readOld } });
  await expect(vault.unlock(PASSWORD)).rejects.toEqual(code('VAULT_TOO_NEW'));
  expect(readFileSync(path, 'utf8')).toBe(newer);
});
