import { afterEach, expect, it } from 'vitest';
import { makeVault } from '#main/vault/file/contents.ts';
import { SecretBytes } from '#main/vault/keys/secretBytes.ts';
import { createVault, openChecked, saveIfPossible, unlockVault } from '#main/vault/unlock/openVaultFile.ts';
import { openVaultCore } from '#main/vault/vaultCore.ts';
import { VaultError } from '#main/vault/vaultError.ts';
import { hashText } from '#wire/eip712/bytes.ts';
import { cheapKdf, makeFolder, PASSWORD, removeFolders } from '../openTestVault.ts';

afterEach(removeFolders);

const open = (folder = makeFolder()) =>
  openVaultCore({ folder, network: 'test', origin: 'o', now: () => 0, kdf: cheapKdf });

it('lets a lock win that fell after it was asked for, and keeps no key then', async () => {
  const folder = makeFolder();
  const made = open(folder);
  await createVault(made, PASSWORD, { kind: 'random' }, 0);
  const core = open(folder);
  core.lock('suspend');
  await expect(unlockVault(core, PASSWORD, 0, async () => {})).rejects.toMatchObject({ code: 'LOCKED' });
  expect(core.session()).toBeNull();
  await unlockVault(core, PASSWORD, core.epoch(), async () => {});
  expect(core.session()?.owner).toBe(made.session()?.owner);
});

it('destroys the master key where anything on the way in fails', async () => {
  const core = open();
  const { file, master } = await makeVault(PASSWORD, new SecretBytes(hashText('own')), core.stamp(), core.tools);
  const spoilt = { ...file, gen: 2 };
  await expect(openChecked(core, spoilt, master, 0, async () => {})).rejects.toMatchObject({ code: 'VAULT_TAMPERED' });
  expect([master.isDestroyed, core.trouble(), core.session()]).toEqual([true, 'VAULT_TAMPERED', null]);
});

it('shrugs at a full disk where a save may wait, and at nothing else', async () => {
  const core = open();
  await createVault(core, PASSWORD, { kind: 'random' }, 0);
  const failing = (code: 'SAVE_FAILED' | 'VAULT_TAMPERED') => ({
    ...core,
    save: () => Promise.reject(new VaultError(code, 'x')),
  });
  await saveIfPossible(failing('SAVE_FAILED'), core.need(), {});
  await expect(saveIfPossible(failing('VAULT_TAMPERED'), core.need(), {})).rejects.toMatchObject({
    code: 'VAULT_TAMPERED',
  });
});
