/**
 * Unlock by password, with migration of older versions and a new wrap of weak password slots.
 *
 * Invariants  An older file is backed up as `vault.json.bak-v<N>` before it is replaced, and is replaced only by a file that
 *             was read back and opened with the password. A crash in between leaves the older file.
 * Errors      VaultError, by code; the file on disk is unchanged.
 */
import { isWeaker } from '../file/kdf.ts';
import type { OldVault } from '../file/migrations.ts';
import { type OpenedFile, tampered, unwrapMaster, wrapMaster } from '../file/sealedVault.ts';
import { upgradeVault } from '../file/upgrade.ts';
import type { VaultCore } from '../vaultCoreApi.ts';
import type { UnlockedVault } from './unlockedVault.ts';

/** Unlocks the vault; a lock after `epoch` wins. `removeLostSlot` may save the file without a dead keychain slot. */
export async function unlockVault(
  core: VaultCore,
  password: string,
  epoch: number,
  removeLostSlot: (unlocked: UnlockedVault) => Promise<void>,
): Promise<void> {
  if (core.unlocked()) {
    await core.stepUp(password);
    return;
  }
  const old = core.findOld();
  const opened = old ? await migrate(core, old, password) : await openFile(core, password);
  await core.unlockWith(opened, epoch, async (unlocked) => {
    await rewrapIfWeaker(core, unlocked, password);
    await removeLostSlot(unlocked);
  });
}

async function openFile(core: VaultCore, password: string): Promise<OpenedFile> {
  const file = core.readFile();
  return { file, master: await core.attempt(() => unwrapMaster(file, password, core.tools.kdf)) };
}

async function migrate(core: VaultCore, old: OldVault, password: string): Promise<OpenedFile> {
  const { tools, store, belonging } = core;
  const contents = await core.attempt(() => old.open(old.content, password, tools));
  const opened = upgradeVault(contents, belonging, tools);
  try {
    if (store.read() !== old.content) throw tampered('Expected the opened vault on disk, found another file');
    // An older copy put in place of the file must be reported although the upgrade raises its generation.
    core.recordSeen(contents);
    await store.backUpOldVersion(old.version, old.content);
    await core.replaceFile(opened, async (found) => {
      (await unwrapMaster(found, password, tools.kdf)).destroy();
    });
    return opened;
  } catch (error) {
    opened.master.destroy();
    throw error;
  }
}

async function rewrapIfWeaker(core: VaultCore, unlocked: UnlockedVault, password: string): Promise<void> {
  const { vaultId, slots } = unlocked.file;
  const [slot, ...others] = slots;
  if (!isWeaker(slot.kdf)) return;
  const strong = await wrapMaster(vaultId, unlocked.master, password, core.tools);
  await core.trySave(unlocked, { slots: [strong, ...others] });
}
