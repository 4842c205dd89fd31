import { afterEach, expect, it } from 'vitest';
import { createVault } from '#main/vault/createVault.ts';
import type { ConfirmKey } from '#main/vault/keys/keySource.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, KEY_ADDRESS, KEY_HEX, makeFolder, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const hexKey = { kind: 'hex', privateKey: KEY_HEX } as const;
const agree = async (): Promise<boolean> => true;
const open = (options: Partial<Parameters<typeof openVaultCore>[0]> = {}) =>
  openVaultCore({ folder: makeFolder(), network: 'test', origin: 'o', now: () => 0, kdf: cheapKdf, ...options });

it('saves a vault with the own key and leaves it unlocked', async () => {
  const core = open();
  expect(await createVault(core, PASSWORD, hexKey, agree)).toBe(KEY_ADDRESS);
  expect(core.unlocked()?.owner).toBe(KEY_ADDRESS);
  expect(core.readFile()).toMatchObject({ gen: 1, items: [{ meta: { use: 'own', public: KEY_ADDRESS } }] });
});

it('refuses a second vault, and a weak password before it reads the key', async () => {
  const core = open();
  await expect(createVault(core, 'short', hexKey, agree)).rejects.toMatchObject({ code: 'WEAK_PASSWORD' });
  await createVault(core, PASSWORD, hexKey, agree);
  core.lock();
  await expect(createVault(core, PASSWORD, hexKey, agree)).rejects.toMatchObject({ code: 'VAULT_EXISTS' });
});

/** A core whose random bytes are kept, to see them zeroed. */
function openDrawing(options: Partial<Parameters<typeof openVaultCore>[0]> = {}) {
  const drawn: Uint8Array[] = [];
  const random = (length: number): Uint8Array => {
    const bytes = hashText(`draw ${drawn.length}`).slice(0, length);
    drawn.push(bytes);
    return bytes;
  };
  return { core: open({ random, ...options }), drawn };
}
const isZero = (bytes: Uint8Array | undefined): boolean => bytes?.every((byte) => byte === 0) ?? false;

it('ends locked when a lock comes during the question: the own key is zeroed at once and nothing is saved', async () => {
  const { core, drawn } = openDrawing();
  const lockAndAgree = async (): Promise<boolean> => {
    expect(isZero(drawn[0])).toBe(false);
    core.lock();
    expect(isZero(drawn[0])).toBe(true);
    return true;
  };
  await expect(createVault(core, PASSWORD, { kind: 'random' }, lockAndAgree)).rejects.toMatchObject({ code: 'LOCKED' });
  expect([core.unlocked(), core.store.exists(), drawn.length]).toEqual([null, false, 1]);
});

it('ends locked when a lock comes during the save, and zeroes own key and master key', async () => {
  const lock = { now: (): void => undefined };
  const { core, drawn } = openDrawing({ onSaveStep: () => lock.now() });
  lock.now = core.lock;
  await expect(createVault(core, PASSWORD, { kind: 'random' }, agree)).rejects.toMatchObject({ code: 'LOCKED' });
  expect(core.unlocked()).toBeNull();
  // The own key, then the master key.
  expect(drawn.slice(0, 2).map(isZero)).toEqual([true, true]);
});

it('asks about the key before anything is saved, and saves nothing that was declined', async () => {
  const asked: unknown[] = [];
  const { core, drawn } = openDrawing();
  const decline: ConfirmKey = async (key) => {
    asked.push(key);
    expect(core.store.exists()).toBe(false);
    return false;
  };
  await expect(createVault(core, PASSWORD, hexKey, decline)).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(createVault(core, PASSWORD, { kind: 'random' }, decline)).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(asked).toMatchObject([{ address: KEY_ADDRESS, origin: 'imported' }, { origin: 'generated' }]);
  expect([core.store.exists(), drawn.map(isZero)]).toEqual([false, [true]]);
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
  await expect(createVault(core, PASSWORD, { kind: 'random' }, agree)).rejects.toMatchObject({ code: 'SAVE_FAILED' });
  expect(drawn.slice(0, 2).map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
});
