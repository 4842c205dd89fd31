import { afterEach, expect, it } from 'vitest';
import { createVault } from '#main/vault/createVault.ts';
import { unlockVault } from '#main/vault/unlock/unlockVault.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import { cheapKdf, makeFolder, PASSWORD, removeFolders } from '../openTestVault.ts';

afterEach(removeFolders);

const open = (folder: string) => openVaultCore({ folder, network: 'test', origin: 'o', now: () => 0, kdf: cheapKdf });
const nothing = async () => {};

it('ends locked when a lock comes after the unlock started', async () => {
  const folder = makeFolder();
  const created = open(folder);
  await createVault(created, PASSWORD, { kind: 'random' }, async () => true);
  const core = open(folder);
  core.lock();
  await expect(unlockVault(core, PASSWORD, 0, nothing)).rejects.toMatchObject({ code: 'LOCKED' });
  expect(core.unlocked()).toBeNull();
  await unlockVault(core, PASSWORD, core.epoch(), nothing);
  expect(core.unlocked()?.owner).toBe(created.unlocked()?.owner);
});

it('checks the password of a vault that is unlocked already', async () => {
  const core = open(makeFolder());
  await createVault(core, PASSWORD, { kind: 'random' }, async () => true);
  const unlocked = core.unlocked();
  await expect(unlockVault(core, 'wrong password', 0, nothing)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  await unlockVault(core, PASSWORD, 0, nothing);
  expect(core.unlocked()).toBe(unlocked);
});
