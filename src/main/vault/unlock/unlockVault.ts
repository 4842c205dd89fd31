/**
 * Unlock by password, with migration of older versions and a new wrap of weak password slots.
 *
 * Invariants  An older file is backed up as `vault.json.bak-v<N>` before it is replaced, and is replaced only by a file that
 *             was read back and opened with the password. A crash in between leaves the older file.
 * Errors      VaultError, by code; the file on disk is unchanged.
 */

import { FIRST_ACCOUNT, FIRST_NAME } from '#shared/ipc/accounts.ts';
import { isWeaker } from '../file/kdf.ts';
import type { OldContents, OldVault } from '../file/migrations.ts';
import {
  type Belonging,
  checkSealed,
  type OpenedFile,
  sealFile,
  sealItem,
  type Tools,
  tampered,
  unwrapMaster,
  wrapMaster,
} from '../file/sealedVault.ts';
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

/**
 * Upgrade: builds a vault of the current version from the contents of an older one, with one account.
 *
 * Invariants  Same vault id, keys, slots and master key, so that what the vault authenticates outside its file stays valid and
 *             the keychain still opens it; next generation. The secrets passed in are destroyed.
 * Source      docs/security-coverage.md#r25; docs/decisions/0007-vault-file.md, docs/decisions/0025-several-accounts.md
 */
function upgradeVault(old: OldContents, belonging: Belonging, { random }: Pick<Tools, 'random'>): OpenedFile {
  const { vaultId, gen, createdAt, slots, master, recordCounter } = old;
  try {
    const items = old.items.map(({ meta, secret }) => sealItem(vaultId, meta, secret, master, random));
    const counter = recordCounter === null ? {} : { recordCounter };
    const accounts = [{ id: FIRST_ACCOUNT, ...FIRST_NAME, ...counter }];
    const file = sealFile(
      { vaultId, gen: gen + 1, createdAt, slots, accounts, selected: FIRST_ACCOUNT, items },
      master,
    );
    checkSealed(file, master, belonging);
    return { file, master };
  } catch (error) {
    master.destroy();
    throw error;
  } finally {
    for (const { secret } of old.items) secret.destroy();
  }
}
