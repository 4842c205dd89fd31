import { afterEach, expect, it } from 'vitest';
import { createSealedVault } from '#main/vault/file/sealedVault.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import type { CoreOptions } from '#main/vault/vaultCoreApi.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, makeFolder, PASSWORD, removeFolders } from './openTestVault.ts';

afterEach(removeFolders);

const belonging = { network: 'test', origin: 'o' } as const;
const open = (options: Partial<CoreOptions> = {}) =>
  openVaultCore({ folder: makeFolder(), ...belonging, now: () => 1_000, kdf: cheapKdf, ...options });
const createFile = (core: ReturnType<typeof open>) =>
  createSealedVault(PASSWORD, new SecretBytes(hashText('own')), core.stamp(), core.tools);

async function openUnlocked(options: Partial<CoreOptions> = {}) {
  const core = open(options);
  const created = await createFile(core);
  await core.replaceFile(created);
  await core.unlockWith(created, core.epoch());
  return core;
}

it('runs tasks one after the other, also after a failed one', async () => {
  const core = open();
  const order: number[] = [];
  const slow = core.enqueue(async () => {
    await Promise.resolve();
    order.push(1);
    throw new Error('first');
  });
  const next = core.enqueue(async () => order.push(2));
  await expect(slow).rejects.toThrow('first');
  await next;
  expect(order).toEqual([1, 2]);
});

it('limits attempts by wrong passwords only', async () => {
  const core = open();
  const fail = (code: 'WRONG_PASSWORD' | 'KDF_PARAMS') =>
    core
      .attempt(() => Promise.reject(new VaultError({ code, parameters: { of: 'vault' } }, 'x')))
      .catch((error: VaultError) => error.code);
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await fail('KDF_PARAMS')).toBe('KDF_PARAMS');
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await fail('WRONG_PASSWORD')).toBe('WRONG_PASSWORD');
  expect(await fail('WRONG_PASSWORD')).toBe('BACK_OFF');
});

it('records the generation of each saved file, and of no other', async () => {
  const core = await openUnlocked();
  const { vaultId, gen, mac } = core.file()!;
  expect(core.rollbackMemory.load(vaultId)).toEqual({ gen, mac, older: null });
  await core.save(core.requireUnlocked(), {});
  expect(core.rollbackMemory.load(vaultId)?.gen).toBe(gen + 1);
  const broken = core.save(core.requireUnlocked(), {}, () =>
    Promise.reject(new VaultError({ code: 'BUG', parameters: {} }, 'not verified')),
  );
  await expect(broken).rejects.toThrow('not verified');
  expect(core.rollbackMemory.load(vaultId)?.gen).toBe(gen + 1);
});

it('starts a new epoch with a lock, and a save in progress replaces nothing', async () => {
  const core = await openUnlocked();
  const before = core.store.read();
  const saving = core.save(core.requireUnlocked(), {}, async () => core.lock());
  await expect(saving).rejects.toMatchObject({ code: 'LOCKED' });
  expect([core.unlocked(), core.epoch()]).toEqual([null, 1]);
  expect(core.store.read()).toBe(before);
  expect(() => core.requireUnlocked()).toThrow(expect.objectContaining({ code: 'LOCKED' }));
});

it('destroys the master key when the check of a file fails', async () => {
  const core = open();
  const { file, master } = await createFile(core);
  const changed = { ...file, gen: 2 };
  await expect(core.unlockWith({ file: changed, master }, 0)).rejects.toMatchObject({ code: 'VAULT_TAMPERED' });
  expect([master.isDestroyed, core.trouble(), core.unlocked()]).toEqual([true, 'VAULT_TAMPERED', null]);
});

it('destroys the master key when a lock comes before the unlock ends', async () => {
  const core = open();
  const created = await createFile(core);
  await expect(core.unlockWith(created, 0, async () => core.lock())).rejects.toMatchObject({ code: 'LOCKED' });
  expect([created.master.isDestroyed, core.unlocked()]).toEqual([true, null]);
});

it('tolerates a disk error in trySave, and no other error', async () => {
  let isFull = false;
  const core = await openUnlocked({
    onSaveStep: () => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  const { gen } = core.file()!;
  isFull = true;
  await core.trySave(core.requireUnlocked(), {});
  expect(core.file()?.gen).toBe(gen);
  isFull = false;
  await core.trySave(core.requireUnlocked(), {});
  expect(core.file()?.gen).toBe(gen + 1);
  const other = { ...core.requireUnlocked(), file: { ...core.file()!, gen: 9 } };
  await expect(core.trySave(other, {})).rejects.toMatchObject({ code: 'VAULT_TAMPERED' });
});

it('reads no file of an absent vault', () => {
  expect(open().findOld()).toBeNull();
  expect(() => open().readFile()).toThrow(expect.objectContaining({ code: 'VAULT_ABSENT' }));
});

it('lets others run between the check of the file and the unlock, and a lock there wins', async () => {
  const seen: string[] = [];
  let other = (): void => undefined;
  const rollbackMemory = { load: () => null, save: () => void setImmediate(() => other()) };
  const core = open({ rollbackMemory });
  core.onChange(() => seen.push('unlocked'));
  other = () => seen.push('other');
  await core.unlockWith(await createFile(core), core.epoch());
  expect(seen).toEqual(['other', 'unlocked']);
  core.lock();
  other = () => core.lock();
  const created = await createFile(core);
  await expect(core.unlockWith(created, core.epoch())).rejects.toMatchObject({ code: 'LOCKED' });
  expect([core.unlocked(), created.master.isDestroyed]).toEqual([null, true]);
});
