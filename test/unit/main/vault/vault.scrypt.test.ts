import { afterEach, describe, expect, it } from 'vitest';
import { openVault } from '#main/vault/vault.ts';
import type { VaultError } from '#main/vault/vaultError.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { KEY_ADDRESS, KEY_HEX, makeFolder, openTestVault, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const owner = parseAddress(KEY_ADDRESS);
const code = (expected: string) => expect.objectContaining({ code: expected }) as VaultError;

describe('a vault with the real key derivation', () => {
  it('opens with real scrypt by default', async () => {
    const folder = makeFolder();
    const options = { folder, network: 'test', origin: 'http://127.0.0.1:4000', now: () => 0 } as const;
    await openVault(options).create(PASSWORD, { kind: 'random' });
    const vault = openVault(options);
    await vault.unlock(PASSWORD);
    expect(vault.status().at).toBe('unlocked');
  });

  it('exports the key under another password, opens it again, and records the backup', async () => {
    const folder = makeFolder();
    const vault = openTestVault({ folder });
    await vault.create(PASSWORD, { kind: 'hex', privateKey: KEY_HEX });
    const json = await vault.exportKeystore(PASSWORD, 'another password');
    expect(await vault.checkKeystore(json, 'another password')).toBe(owner);
    await expect(vault.exportKeystore(PASSWORD, 'short')).rejects.toEqual(code('WEAK_PASSWORD'));
    await vault.markBackedUp();
    expect(openTestVault({ folder }).status().backedUp).toBe(true);
  });
});
