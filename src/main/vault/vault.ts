/**
 * The innermost room: keys and secrets in one sealed file, opened by a password, used only through typed signing.
 *
 * Invariants  No method takes a digest or gives out a key. After `lock` nothing that was lent works any more.
 *             What moves funds or rights asks for the password again.
 * Errors      VaultError, by code.
 * Source      docs/decisions/0007-vault-file.md
 */
import { randomUUID } from 'node:crypto';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import { type Address, type Hex, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import type { SafeTx } from '#wire/eip712/safeTx.ts';
import { withApiKey, withBackupMark } from './file/contents.ts';
import { acceptGeneration, type Older } from './file/rollbackDetection.ts';
import { tampered, unwrapMaster, verifySaved, wrapMaster } from './file/sealedVault.ts';
import { encodeVaultFile, type ItemMeta } from './file/vaultFile.ts';
import {
  type AgreeToKey,
  addSecondKey,
  makeSessionKey,
  removeKey,
  type SessionPublicKey,
} from './keys/additionalKeys.ts';
import type { KeySource } from './keys/keySource.ts';
import { openKeystore, writeKeystore } from './keys/keystoreV3.ts';
import { SecretBytes } from './keys/secretBytes.ts';
import type { Keychain } from './unlock/keychain.ts';
import { createKeychainUnlock, type KeychainUnlockState } from './unlock/keychainUnlock.ts';
import { createVault, unlockVault } from './unlock/openVaultFile.ts';
import { apiItem, type Credentials, ownItem } from './unlock/unlockedVault.ts';
import { type CoreOptions, openVaultCore } from './vaultCore.ts';
import { lockedError, VaultError, type VaultErrorCode } from './vaultError.ts';

export interface VaultOptions extends CoreOptions {
  /** For the second way in; null or absent: there is none. */
  readonly keychain?: Keychain | null;
  readonly platform?: string;
  /** Times what is asked of the keychain. */
  readonly schedule?: (delayMs: number, run: () => void) => () => void;
}

export interface VaultStatus {
  readonly at: 'absent' | 'locked' | 'unlocked';
  /** Why a vault that is there can't be opened; null when nothing is known to be wrong with it. */
  readonly trouble: VaultErrorCode | null;
  readonly vaultId: string | null;
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  readonly backedUp: boolean;
  readonly lockedWhy: string | null;
  readonly lockedAtMs: number | null;
  /** The file is older than the one last seen here, and nobody has accepted that. */
  readonly older: Older | null;
}

export interface SafeTxRequest {
  readonly tx: SafeTx;
  readonly domain: SafeDomain;
}

export interface SignedSafeTx {
  readonly hash: Hex32;
  readonly signature: Hex;
}

export interface Vault {
  status(): VaultStatus;
  /** Address of the own key; also while locked, from the file, where it is not yet proved. */
  owner(): Address | null;
  /** What may be shown of each item; empty while locked. */
  keys(): readonly ItemMeta[];
  /** Makes the vault, and leaves it unlocked. */
  create(password: string, key: KeySource): Promise<Address>;
  unlock(password: string): Promise<void>;
  lock(why: string): void;
  /** Resolves when it is the vault's password: the first half of every step-up. */
  checkPassword(password: string): Promise<void>;
  /** Step-up: wraps the master key anew; items and the other way in stay as they are. */
  changePassword(password: string, newPassword: string): Promise<void>;
  /** Step-up: the older vault on the disk was put there by a person. */
  acceptOlder(password: string): Promise<void>;
  keychainUnlock(): KeychainUnlockState;
  /** Step-up: a second way in, by the keychain; offered from the next start on. */
  enableKeychainUnlock(password: string): Promise<void>;
  /** Step-up. */
  disableKeychainUnlock(password: string): Promise<void>;
  /** Opens for use; never stands for the password in a step-up. */
  unlockWithKeychain(): Promise<void>;
  /** The sealed file as it stands, while unlocked. */
  sealedCopy(): string;
  /** Throws unless what was found is the unlocked vault and opens with its real key. */
  checkCopy(found: string): void;
  storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void>;
  credentials(): Credentials | null;
  signOrder(fields: OrderFields, domain: OrderDomain): Promise<SignedOrder>;
  /** For a passkey's wallet, by the second signing key of this address. */
  signSecondKeyOrder(key: Address, fields: OrderFields, domain: OrderDomain, wallet: SafeDomain): Promise<SignedOrder>;
  /** Step-up: a P-256 key; only its public half is told. */
  makeSessionKey(password: string): Promise<SessionPublicKey>;
  /** Step-up: a key that a passkey's wallet may take on as an owner; `agree` is asked about its address before it is saved. */
  addSecondKey(password: string, source: KeySource, agree?: AgreeToKey): Promise<Address>;
  /** Step-up: takes out any key but the own one. */
  removeKey(password: string, id: string): Promise<void>;
  /** Step-up: moves funds or rights. Signs all or none, in their order; the password is stretched once. */
  signSafeTxs(requests: readonly SafeTxRequest[], password: string): Promise<readonly SignedSafeTx[]>;
  /** Step-up: the own key as a Web3 Secret Storage V3 text under a password of its own. */
  exportKeystore(password: string, backupPassword: string): Promise<string>;
  /** Opens a keystore text and answers whose key it holds. */
  checkKeystore(json: string, password: string): Promise<Address>;
  /** Notes that a copy of the own key was written and read back. */
  markBackedUp(): Promise<void>;
  onChange(listener: () => void): () => void;
}

export function openVault(options: VaultOptions): Vault {
  const core = openVaultCore(options);
  const { tools, inLine, need, stepUp } = core;
  const keychainUnlock = createKeychainUnlock({
    core,
    keychain: options.keychain ?? null,
    platform: options.platform ?? process.platform,
    schedule: options.schedule ?? waitAside,
  });

  const owner = (): Address | null => {
    const session = core.session();
    if (session) return session.owner;
    const file = core.file();
    const text = file ? ownItem(file)?.meta.public : undefined;
    return text !== undefined && /^0x[0-9a-f]{40}$/.test(text) ? parseAddress(text) : null;
  };

  async function changePassword(password: string, newPassword: string): Promise<void> {
    await core.checkPolicy(newPassword);
    const held = await stepUp(password);
    const { vaultId, slots } = held.file;
    const slot = await wrapMaster(vaultId, held.master, newPassword, tools);
    const [, ...others] = slots;
    await core.save(held, { slots: [slot, ...others] }, async (found) => {
      (await unwrapMaster(found, newPassword, tools.kdf)).destroy();
    });
    core.emit();
  }

  async function storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void> {
    const held = need();
    await core.save(held, { items: withApiKey(held.file, pair, held.master, core.stamp(), tools.random) });
    if (core.session() !== held) throw lockedError();
    held.reloadApi();
    core.emit();
  }

  async function exportKeystore(password: string, backupPassword: string): Promise<string> {
    await core.checkPolicy(backupPassword);
    const held = await stepUp(password);
    const key = held.withOwnKey((bytes) => new SecretBytes(bytes.slice()));
    try {
      const json = await writeKeystore(key, backupPassword, tools.random, randomUUID());
      if (core.session() !== held) throw lockedError();
      return json;
    } finally {
      key.destroy();
    }
  }

  async function markBackedUp(): Promise<void> {
    const held = need();
    await core.save(held, { items: withBackupMark(held.file, held.master, core.stamp().at, tools.random) });
    core.emit();
  }

  async function acceptOlder(password: string): Promise<void> {
    const { file } = await stepUp(password);
    if (core.older() === null) {
      const words = 'There is nothing to accept: the vault is the one last seen here';
      throw new VaultError('DENIED', 'Expected an older vault to accept, found the one last seen', words);
    }
    core.seen.save(file.vaultId, acceptGeneration(file));
    core.emit();
  }

  return {
    status() {
      const file = core.file();
      return {
        at: core.session() ? 'unlocked' : core.store.exists() ? 'locked' : 'absent',
        trouble: core.trouble(),
        vaultId: file?.vaultId ?? null,
        owner: owner(),
        hasApiKey: file !== null && apiItem(file) !== undefined,
        backedUp: file !== null && (ownItem(file)?.meta.backedUpAt ?? null) !== null,
        lockedWhy: core.lockedWhy(),
        lockedAtMs: core.lockedAtMs(),
        older: core.older(),
      };
    },
    owner,
    keys: () => core.session()?.file.items.map((item) => item.meta) ?? [],
    create(password, source) {
      const began = core.epoch();
      return inLine(() => createVault(core, password, source, began));
    },
    unlock(password) {
      const began = core.epoch();
      return inLine(() => unlockVault(core, password, began, keychainUnlock.tidy));
    },
    lock: core.lock,
    checkPassword: (password) =>
      inLine(async () => {
        await stepUp(password);
      }),
    changePassword: (password, newPassword) => inLine(() => changePassword(password, newPassword)),
    acceptOlder: (password) => inLine(() => acceptOlder(password)),
    keychainUnlock: keychainUnlock.state,
    enableKeychainUnlock: keychainUnlock.enable,
    disableKeychainUnlock: keychainUnlock.disable,
    unlockWithKeychain: () => keychainUnlock.unlock(core.epoch()),
    sealedCopy() {
      const text = encodeVaultFile(need().file);
      if (core.store.read() !== text) throw tampered('Expected the vault that was opened, found another on the disk');
      return text;
    },
    checkCopy(found) {
      const held = need();
      verifySaved(found, held.file, held.master, core.belonging);
    },
    storeApiKey: (pair) => inLine(() => storeApiKey(pair)),
    credentials: () => core.session()?.credentials() ?? null,
    async signOrder(fields, domain) {
      const { hash, signature } = need().sign({ kind: 'order', fields, domain });
      return { order: fields, digest: hash, signature };
    },
    async signSecondKeyOrder(key, fields, domain, wallet) {
      const { signature } = need().sign({ kind: 'secondKeyOrder', key, fields, domain, wallet });
      return { order: fields, digest: encodeHex32(hashOrder(fields, domain)), signature };
    },
    makeSessionKey: (password) => inLine(() => makeSessionKey(core, password)),
    addSecondKey: (password, source, agree = async () => true) =>
      inLine(() => addSecondKey(core, password, source, agree)),
    removeKey: (password, id) => inLine(() => removeKey(core, password, id)),
    signSafeTxs: (requests, password) =>
      inLine(async () => {
        const held = await stepUp(password);
        return requests.map(({ tx, domain }) => held.sign({ kind: 'safeTx', tx, domain }));
      }),
    exportKeystore: (password, backupPassword) => inLine(() => exportKeystore(password, backupPassword)),
    async checkKeystore(json, password) {
      const { key, address } = await openKeystore(json, password);
      key.destroy();
      return address;
    },
    markBackedUp: () => inLine(markBackedUp),
    onChange: core.onChange,
  };
}

/** A timer that keeps no process alive. */
function waitAside(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
