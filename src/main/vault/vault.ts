/**
 * Vault: keys and secrets in one sealed file, opened by a password, used only through typed signing.
 *
 * Invariants  No method accepts a digest or returns a key. After `lock`, everything handed out before stops working.
 *             A step-up (an operation that moves funds or rights) asks for the password again.
 * Errors      VaultError, by code.
 * Source      docs/decisions/0007-vault-file.md
 */
import { randomUUID } from 'node:crypto';
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { KeychainUnlockView, OlderVault } from '#shared/ipc/custody.ts';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import type { SafeTx } from '#wire/eip712/safeTx.ts';
import { type Accounts, openAccounts, readOwner } from './accounts.ts';
import { createVault } from './createVault.ts';
import { acceptGeneration, type RollbackMemory } from './file/rollbackDetection.ts';
import {
  markOwnKeyBackedUp,
  replaceApiKey,
  tampered,
  unwrapMaster,
  verifySaved,
  wrapMaster,
} from './file/sealedVault.ts';
import { encodeVaultFile, findApiItem, findOwnItem, type ItemMeta, listItems } from './file/vaultFile.ts';
import {
  addSecondKey,
  createSessionKey,
  listSessionKeys,
  removeKey,
  type SessionPublicKey,
} from './keys/additionalKeys.ts';
import type { ConfirmKey, KeySource } from './keys/keySource.ts';
import { encodeKeystore, openKeystore } from './keys/keystoreV3.ts';
import { SecretBytes } from './keys/secretBytes.ts';
import { createPreparedVault, type PreparedVault } from './prepared/preparedVault.ts';
import { openRecordSealer, type RecordSealer } from './recordSealer.ts';
import type { Keychain } from './unlock/keychain.ts';
import { createKeychainUnlock } from './unlock/keychainUnlock.ts';
import type { Credentials } from './unlock/unlockedVault.ts';
import { unlockVault } from './unlock/unlockVault.ts';
import { type CoreOptions, openVaultCore } from './vaultCore.ts';
import { lockedError, VaultError, type VaultErrorCode } from './vaultError.ts';

/** For the doctor: who made a signature. Needs no key. */
export { recoverSigner } from './signing/secp256k1.ts';
export type { ConfirmKey, Credentials, Keychain, PreparedVault, RollbackMemory };

export interface VaultOptions extends CoreOptions {
  /** For keychain unlock; null or absent: none. */
  readonly keychain?: Keychain | null;
  readonly platform?: string;
  /** Times keychain calls and the end of prepared exits. */
  readonly schedule?: Scheduler;
  /** Monotonic clock, ms; the process's own by default. */
  readonly steadyMs?: Now;
}

export interface VaultStatus {
  readonly at: 'absent' | 'locked' | 'unlocked';
  /** Why the file on disk can't be opened; null when nothing is known to be wrong. */
  readonly trouble: VaultErrorCode | null;
  readonly vaultId: string | null;
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  readonly backedUp: boolean;
  /** A rollback that is not accepted yet. */
  readonly older: OlderVault | null;
}

export interface SafeTxRequest {
  readonly tx: SafeTx;
  readonly domain: SafeDomain;
}

export interface SignedSafeTx {
  readonly hash: Hex32;
  readonly signature: Hex;
}

export interface Vault extends RecordSealer, Accounts {
  /** Exits that can be sent while the vault is locked. */
  readonly prepared: PreparedVault;
  status(): VaultStatus;
  /** Address of the own key; while locked it comes from the file and is not verified. */
  owner(): Address | null;
  /** Metadata of each item of the selected account; empty while locked. */
  keys(): readonly ItemMeta[];
  /** Creates the vault and leaves it unlocked; `confirm` runs before anything is stored. */
  create(password: string, key: KeySource, confirm?: ConfirmKey): Promise<Address>;
  /** Ends the derivation of a key file that is being imported; nothing is stored. */
  cancelImport(): void;
  unlock(password: string): Promise<void>;
  lock(): void;
  /** Resolves when the password is right: the first half of every step-up. */
  checkPassword(password: string): Promise<void>;
  /** Step-up: rewraps the master key; items and the keychain slot stay as they are. */
  changePassword(password: string, newPassword: string): Promise<void>;
  /** Step-up: confirms that a person put the older vault file there. */
  acceptOlder(password: string): Promise<void>;
  keychainUnlock(): KeychainUnlockView;
  /** Step-up: turns keychain unlock on; it is offered from the next start. */
  enableKeychainUnlock(password: string): Promise<void>;
  /** Step-up. */
  disableKeychainUnlock(password: string): Promise<void>;
  /** Unlocks for use; never replaces the password in a step-up. */
  unlockWithKeychain(): Promise<void>;
  /** The sealed file; throws unless the unlocked vault is still the one on disk. */
  sealedCopy(): Promise<string>;
  /** Throws unless `found` is the unlocked vault and opens with its real key. */
  checkCopy(found: string): void;
  storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void>;
  credentials(): Credentials | null;
  signOrder(fields: OrderFields, domain: OrderDomain): SignedOrder;
  /** Signs an order of a passkey wallet with the second signing key of this address. */
  signSecondKeyOrder(key: Address, fields: OrderFields, domain: OrderDomain, wallet: SafeDomain): SignedOrder;
  /** Public halves of the session keys, oldest first; empty while locked. */
  sessionKeys(): readonly SessionPublicKey[];
  /** Step-up: creates a P-256 key and returns its public half. */
  createSessionKey(password: string): Promise<SessionPublicKey>;
  /** Step-up: adds a second signing key for a passkey wallet; `confirm` runs before it is saved. */
  addSecondKey(password: string, source: KeySource, confirm?: ConfirmKey): Promise<Address>;
  /** Step-up: removes any key but the own key. */
  removeKey(password: string, id: string): Promise<void>;
  /** Step-up: signs all or none, in order, with one key derivation. */
  signSafeTxs(requests: readonly SafeTxRequest[], password: string): Promise<readonly SignedSafeTx[]>;
  /** Step-up: the own key as a Web3 Secret Storage V3 text with a password of its own. */
  exportKeystore(password: string, backupPassword: string): Promise<string>;
  /** Opens a keystore text and returns the address of its key. */
  checkKeystore(json: string, password: string): Promise<Address>;
  /** Records that a backup of the own key was written and verified. */
  markBackedUp(): Promise<void>;
  onChange(listener: () => void): () => void;
}

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
