/**
 * Vault: keys and secrets in one sealed file, opened by a password, used only through typed signing.
 *
 * Invariants  No method accepts a digest or returns a key. After `lock`, everything handed out before stops working.
 *             A step-up (an operation that moves funds or rights) asks for the password again.
 * Errors      VaultError, by code.
 * Source      docs/decisions/0007-vault-file.md
 */
import { randomUUID } from 'node:crypto';
import type { Address } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import { openAccounts, readOwner } from './accounts.ts';
import { createVault } from './createVault.ts';
import { acceptGeneration } from './file/rollbackDetection.ts';
import {
  markOwnKeyBackedUp,
  replaceApiKey,
  tampered,
  unwrapMaster,
  verifySaved,
  wrapMaster,
} from './file/sealedVault.ts';
import { encodeVaultFile, findApiItem, findOwnItem, listItems } from './file/vaultFile.ts';
import { addSecondKey, createSessionKey, listSessionKeys, removeKey } from './keys/additionalKeys.ts';
import type { ConfirmKey } from './keys/keySource.ts';
import { encodeKeystore, openKeystore } from './keys/keystoreV3.ts';
import { SecretBytes } from './keys/secretBytes.ts';
import { createPreparedVault } from './prepared/preparedVault.ts';
import { openRecordSealer } from './recordSealer.ts';
import { openStepSealer } from './stepSealer.ts';
import { createKeychainUnlock } from './unlock/keychainUnlock.ts';
import { unlockVault } from './unlock/unlockVault.ts';
import type { Vault, VaultOptions } from './vaultApi.ts';
import { openVaultCore } from './vaultCore.ts';
import { lockedError, VaultError } from './vaultError.ts';

export type { RollbackMemory } from './file/rollbackDetection.ts';
export type { ConfirmKey } from './keys/keySource.ts';
export type { PreparedVault } from './prepared/preparedVault.ts';
/** For the doctor: who made a signature. Needs no key. */
export { recoverSigner } from './signing/secp256k1.ts';
export type { Keychain } from './unlock/keychain.ts';
export type { Credentials } from './unlock/unlockedVault.ts';
export type { Vault, VaultOptions } from './vaultApi.ts';

export function openVault(options: VaultOptions): Vault {
  const core = openVaultCore(options);
  const { tools, enqueue, requireUnlocked, stepUp } = core;
  const schedule = options.schedule ?? scheduleUnref;
  const keychainUnlock = createKeychainUnlock({
    core,
    keychain: options.keychain ?? null,
    platform: options.platform ?? process.platform,
    schedule,
  });
  const prepared = createPreparedVault({
    core,
    now: options.now,
    steadyMs: options.steadyMs ?? (() => performance.now()),
    schedule,
  });

  const owner = (): Address | null => {
    const unlocked = core.unlocked();
    if (unlocked) return unlocked.owner;
    const file = core.file();
    return readOwner((file && findOwnItem(file)?.meta.public) ?? '');
  };

  async function changePassword(password: string, newPassword: string): Promise<void> {
    await core.checkPolicy(newPassword);
    const unlocked = await stepUp(password);
    const { vaultId, slots } = unlocked.file;
    const slot = await wrapMaster(vaultId, unlocked.master, newPassword, tools);
    const [, ...others] = slots;
    await core.save(unlocked, { slots: [slot, ...others] }, async (found) => {
      (await unwrapMaster(found, newPassword, tools.kdf)).destroy();
    });
    core.emitChange();
  }

  async function storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void> {
    const unlocked = requireUnlocked();
    const items = replaceApiKey(unlocked.file, pair, unlocked.master, core.stamp(), tools.random);
    await core.save(unlocked, { items });
    // The pack authenticates with the secret from before.
    prepared.discard('accountChanged');
    if (core.unlocked() !== unlocked) throw lockedError();
    unlocked.reloadApi();
    core.emitChange();
  }

  async function exportKeystore(password: string, backupPassword: string): Promise<string> {
    await core.checkPolicy(backupPassword);
    const unlocked = await stepUp(password);
    const key = unlocked.withOwnKey((bytes) => new SecretBytes(bytes.slice()));
    try {
      const json = await encodeKeystore(key, backupPassword, tools.random, randomUUID());
      if (core.unlocked() !== unlocked) throw lockedError();
      return json;
    } finally {
      key.destroy();
    }
  }

  async function markBackedUp(): Promise<void> {
    const unlocked = requireUnlocked();
    const items = markOwnKeyBackedUp(unlocked.file, unlocked.master, core.stamp().at, tools.random);
    await core.save(unlocked, { items });
    core.emitChange();
  }

  async function acceptOlder(password: string): Promise<void> {
    const { file } = await stepUp(password);
    if (core.older() === null) {
      throw new VaultError(
        { code: 'DENIED', parameters: { reason: 'notOlder' } },
        'Expected an older vault to accept, found the one last seen',
      );
    }
    core.rollbackMemory.save(file.vaultId, acceptGeneration(file));
    core.emitChange();
  }

  return {
    ...openRecordSealer(core),
    ...openStepSealer(core),
    ...openAccounts(core),
    prepared,
    status() {
      const file = core.file();
      return {
        at: core.unlocked() ? 'unlocked' : core.store.exists() ? 'locked' : 'absent',
        trouble: core.trouble(),
        vaultId: file?.vaultId ?? null,
        owner: owner(),
        hasApiKey: file !== null && findApiItem(file) !== undefined,
        backedUp: file !== null && (findOwnItem(file)?.meta.backedUpAt ?? null) !== null,
        older: core.older(),
      };
    },
    owner,
    keys() {
      const unlocked = core.unlocked();
      return unlocked === null ? [] : listItems(unlocked.file, unlocked.account).map((item) => item.meta);
    },
    create: (password, source, confirm = agree) => createVault(core, password, source, confirm),
    unlock(password) {
      const epoch = core.epoch();
      return enqueue(() => unlockVault(core, password, epoch, keychainUnlock.removeLostSlot));
    },
    cancelImport: core.cancelImport,
    lock: core.lock,
    checkPassword: (password) =>
      enqueue(async () => {
        await stepUp(password);
      }),
    changePassword: (password, newPassword) => enqueue(() => changePassword(password, newPassword)),
    acceptOlder: (password) => enqueue(() => acceptOlder(password)),
    keychainUnlock: keychainUnlock.state,
    enableKeychainUnlock: keychainUnlock.enable,
    disableKeychainUnlock: keychainUnlock.disable,
    unlockWithKeychain: () => keychainUnlock.unlock(core.epoch()),
    sealedCopy: () =>
      enqueue(async () => {
        const text = encodeVaultFile(requireUnlocked().file);
        if (core.store.read() !== text) throw tampered('Expected the unlocked vault on disk, found another file');
        return text;
      }),
    checkCopy(found) {
      const unlocked = requireUnlocked();
      verifySaved(found, unlocked.file, unlocked.master, core.belonging);
    },
    storeApiKey: (pair) => enqueue(() => storeApiKey(pair)),
    credentials: () => core.unlocked()?.credentials() ?? null,
    signOrder(fields, domain) {
      const { hash, signature } = requireUnlocked().sign({ kind: 'order', fields, domain });
      return { order: fields, digest: hash, signature };
    },
    signSecondKeyOrder(key, fields, domain, wallet) {
      const { signature } = requireUnlocked().sign({ kind: 'secondKeyOrder', key, fields, domain, wallet });
      return { order: fields, digest: encodeHex32(hashOrder(fields, domain)), signature };
    },
    sessionKeys: () => listSessionKeys(core.unlocked()),
    createSessionKey: (password) => enqueue(() => createSessionKey(core, password)),
    addSecondKey: (password, source, confirm = agree) => addSecondKey(core, password, source, confirm),
    removeKey: (password, id) =>
      enqueue(async () => {
        await removeKey(core, password, id);
        prepared.discard('accountChanged');
      }),
    signSafeTxs: (requests, password) =>
      enqueue(async () => {
        const unlocked = await stepUp(password);
        return requests.map(({ tx, domain }) => unlocked.sign({ kind: 'safeTx', tx, domain }));
      }),
    exportKeystore: (password, backupPassword) => enqueue(() => exportKeystore(password, backupPassword)),
    async checkKeystore(json, password) {
      const { key, address } = await openKeystore(json, password, core.nextLock());
      key.destroy();
      return address;
    },
    markBackedUp: () => enqueue(markBackedUp),
    onChange: core.onChange,
  };
}

const agree: ConfirmKey = async () => true;

/** A timer that does not keep the process alive. */
function scheduleUnref(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
