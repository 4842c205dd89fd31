/**
 * Ways into the vault: made new, or opened by its password.
 *
 * Invariants  Every way in checks the same things before anything is used; a lock that came meanwhile wins.
 * Errors      VaultError, by code.
 */
import type { Address } from '#shared/units/ids.ts';
import { makeVault } from '../file/contents.ts';
import { isWeaker } from '../file/kdf.ts';
import { type OpenedFile, renewVault } from '../file/rewrap.ts';
import { checkSealed, unwrapMaster, wrapMaster } from '../file/sealedVault.ts';
import type { VaultFile } from '../file/vaultFile.ts';
import { type KeySource, openKeySource } from '../keys/keySource.ts';
import type { SecretBytes } from '../keys/secretBytes.ts';
import { addressOf } from '../signing/secp256k1.ts';
import type { Change, VaultCore } from '../vaultCore.ts';
import { lockedError, VaultError } from '../vaultError.ts';
import { openSession, type Session } from './unlockedVault.ts';

/** Makes the vault, and leaves it unlocked. `began`: the epoch in which it was asked for. */
export async function createVault(
  core: VaultCore,
  password: string,
  source: KeySource,
  began: number,
): Promise<Address> {
  if (core.session() || core.store.exists()) {
    throw new VaultError('VAULT_EXISTS', 'Expected no vault, found one', 'There is a vault already: unlock it');
  }
  await core.checkPolicy(password);
  const key = await openKeySource(source, core.tools.random);
  try {
    const { file, master } = await makeVault(password, key, core.stamp(), core.tools);
    try {
      await core.place(file, master);
      if (core.epoch() !== began) throw lockedError();
      core.enter(openSession(file, master));
    } catch (error) {
      master.destroy();
      throw error;
    }
    return key.use(addressOf);
  } finally {
    key.destroy();
  }
}

/** `tidy` may save what the way in asks for, before anything else is done with the vault. */
export async function unlockVault(
  core: VaultCore,
  password: string,
  began: number,
  tidy: (opened: Session) => Promise<void>,
): Promise<void> {
  if (core.session()) {
    await core.stepUp(password);
    return;
  }
  const old = core.findOld();
  const { file, master } = old ? await renewVault(core, old, password) : await openByPassword(core, password);
  await openChecked(core, file, master, began, async (opened) => {
    await strengthen(core, opened, password);
    await tidy(opened);
  });
}

async function openByPassword(core: VaultCore, password: string): Promise<OpenedFile> {
  const file = core.readFile();
  return { file, master: await core.guess(() => unwrapMaster(file, password, core.tools.kdf)) };
}

/** Takes over the master key, whichever slot it came from. */
export async function openChecked(
  core: VaultCore,
  file: VaultFile,
  master: SecretBytes,
  began: number,
  tidy: (opened: Session) => Promise<void>,
): Promise<void> {
  let opened: Session | null = null;
  try {
    checkSealed(file, master, core.belonging);
    opened = openSession(file, master);
    core.noteProved(file);
    await tidy(opened);
    if (core.epoch() !== began) throw lockedError();
    core.enter(opened);
  } catch (error) {
    opened?.close();
    master.destroy();
    if (error instanceof VaultError && error.code === 'VAULT_TAMPERED') core.noteTrouble(error.code);
    throw error;
  }
}

/** Wraps the master key anew where the file's key derivation is weaker than today's. */
async function strengthen(core: VaultCore, opened: Session, password: string): Promise<void> {
  const { vaultId, slots } = opened.file;
  const [slot, ...others] = slots;
  if (!isWeaker(slot.kdf)) return;
  const strong = await wrapMaster(vaultId, opened.master, password, core.tools);
  await saveIfPossible(core, opened, { slots: [strong, ...others] });
}

/** A save that may wait for another day: a full disk must not lock anyone out. */
export async function saveIfPossible(core: VaultCore, opened: Session, change: Change): Promise<void> {
  try {
    await core.save(opened, change);
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'SAVE_FAILED')) throw error;
  }
}
