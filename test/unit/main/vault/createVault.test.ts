import { afterEach, expect, it } from 'vitest';
import { createVault } from '#main/vault/createVault.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, KEY_ADDRESS, KEY_HEX, makeFolder, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
const open = (options: Partial<Parameters<typeof openVaultCore>[0]> = {}) =>
  openVaultCore({ folder: makeFolder(), network: 'test', origin: 'o', now: () => 0, kdf: cheapKdf, ...options });

it('saves a vault with the own key and leaves it unlocked', async () => {
  const core = open();
  expect(await createVault(core, PASSWORD, hexKey, 0)).toBe(KEY_ADDRESS);
  expect(core.unlocked()?.owner).toBe(KEY_ADDRESS);
  expect(core.readFile()).toMatchObject({ gen: 1, items: [{ meta: { use: 'own', public: KEY_ADDRESS } }] });
});

it('refuses a second vault, and a weak password before it reads the key', async () => {
  const core = open();
  await expect(createVault(core, 'short', hexKey, 0)).rejects.toMatchObject({ code: 'WEAK_PASSWORD' });
  await createVault(core, PASSWORD, hexKey, 0);
  core.lock();
  await expect(createVault(core, PASSWORD, hexKey, 1)).rejects.toMatchObject({ code: 'VAULT_EXISTS' });
});

it('ends locked when a lock comes first, and zeroes own key and master key', async () => {
  const drawn: Uint8Array[] = [];
  const random = (length: number): Uint8Array => {
    const bytes = hashText(`draw ${drawn.length}`).slice(0, length);
    drawn.push(bytes);
    return bytes;
  };
  const core = open({ random });
  core.lock();
  await expect(createVault(core, PASSWORD, { kind: 'random' }, 0)).rejects.toMatchObject({ code: 'LOCKED' });
  expect(core.unlocked()).toBeNull();
  // The own key, then the master key.
  expect(drawn.slice(0, 2).map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
});

it('zeroes the master key when the save fails', async () => {
  const drawn: Uint8Array[] = [];
  const core = open({
    random(length) {
      const bytes = hashText(`draw ${drawn.length}`).slice(0, length);
      drawn.push(bytes);
      return bytes;
    },
    onSaveStep: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  await expect(createVault(core, PASSWORD, { kind: 'random' }, 0)).rejects.toMatchObject({ code: 'SAVE_FAILED' });
  expect(drawn.slice(0, 2).map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
});
