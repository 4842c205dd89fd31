/**
 * The innermost room: keys and secrets in one sealed file, opened by a password, used only through typed signing.
 *
 * Invariants  No method takes a digest or gives out a key. After `lock` nothing that was lent works any more.
 *             What moves funds or rights asks for the password again.
 * Errors      VaultError, by code.
 * Source      docs/decisions/0007-vault-file.md
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { OrderDomain, OrderFields, SignedOrder } from '#shared/order/fields.ts';
import { type Address, type Hex, type Hex32, parseAddress } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/typed/domain.ts';
import type { SafeTx } from '#wire/typed/safeTx.ts';
import { openBackOff } from './backOff.ts';
import { makeVault, type Stamp, withApiKey, withBackupMark } from './contents.ts';
import { deriveScrypt, isWeaker, type Kdf } from './kdf.ts';
import { type KeySource, openKeySource } from './keySource.ts';
import { openKeystore, writeKeystore } from './keystoreV3.ts';
import { checkNewPassword } from './passwordPolicy.ts';
import type { RandomBytes } from './seal.ts';
import {
  type Belonging,
  checkSealed,
  sealFile,
  tampered,
  unwrapMaster,
  verifySaved,
  wrapMaster,
} from './sealedVault.ts';
import { addressOf } from './secp256k1.ts';
import { SecretBytes } from './secretBytes.ts';
import { apiItem, type Credentials, openSession, ownItem, type Session } from './session.ts';
import { lockedError, VaultError, type VaultErrorCode } from './vaultError.ts';
import { encodeVaultFile, parseVaultFile, type VaultFile } from './vaultFile.ts';
import { type OnSaveStep, openVaultStore } from './vaultStore.ts';

export interface VaultOptions extends Belonging {
  /** Private folder of the vault; made with mode 0700. */
  readonly folder: string;
  /** Milliseconds; stamps items and times the back-off. */
  readonly now: () => number;
  /** Only tests hand in another than scrypt. */
  readonly kdf?: Kdf;
  readonly random?: RandomBytes;
  readonly onSaveStep?: OnSaveStep;
}

export interface VaultStatus {
  readonly at: 'absent' | 'locked' | 'unlocked';
  /** Why a vault that is there can't be opened; null when nothing is known to be wrong with it. */
  readonly trouble: VaultErrorCode | null;
  readonly owner: Address | null;
  readonly hasApiKey: boolean;
  readonly backedUp: boolean;
  readonly lockedWhy: string | null;
  readonly lockedAtMs: number | null;
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
  /** Makes the vault, and leaves it unlocked. */
  create(password: string, key: KeySource): Promise<Address>;
  unlock(password: string): Promise<void>;
  lock(why: string): void;
  /** Resolves when it is the vault's password: the first half of every step-up. */
  checkPassword(password: string): Promise<void>;
  storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void>;
  credentials(): Credentials | null;
  signOrder(fields: OrderFields, domain: OrderDomain): Promise<SignedOrder>;
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
  const { now, kdf = deriveScrypt, random = (length) => new Uint8Array(randomBytes(length)) } = options;
  const belonging: Belonging = { network: options.network, origin: options.origin };
  const store = openVaultStore(options.folder, options.onSaveStep);
  const backOff = openBackOff(now);
  const listeners = new Set<() => void>();
  let session: Session | null = null;
  let shown: VaultFile | null = null;
  let trouble: VaultErrorCode | null = null;
  let lockedWhy: string | null = null;
  let lockedAtMs: number | null = null;
  /** Rises with every lock: work that began before it must not end in anything. */
  let epoch = 0;
  let line: Promise<unknown> = Promise.resolve();

  const emit = (): void => {
    for (const listener of listeners) listener();
  };
  const stamp = (): Stamp => ({ belonging, at: new Date(now()).toISOString() });
  const need = (): Session => {
    if (session) return session;
    throw store.exists() ? lockedError() : absentError();
  };
  /** One at a time, so that parallel guesses can't pass the back-off and saves can't overtake each other. */
  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const next = line.then(work, work);
    line = next.catch(() => {});
    return next;
  };
  const owner = (): Address | null => {
    if (session) return session.owner;
    const text = shown ? ownItem(shown)?.meta.public : undefined;
    return text !== undefined && /^0x[0-9a-f]{40}$/.test(text) ? parseAddress(text) : null;
  };

  function readFile(): VaultFile {
    try {
      const content = store.read();
      if (content === null) throw absentError();
      shown = parseVaultFile(content);
      trouble = null;
      return shown;
    } catch (error) {
      if (error instanceof VaultError && error.code !== 'VAULT_ABSENT') trouble = error.code;
      throw error;
    }
  }

  async function tryPassword(file: VaultFile, password: string): Promise<SecretBytes> {
    backOff.checkMayTry();
    try {
      const master = await unwrapMaster(file, password, kdf);
      backOff.noteSuccess();
      return master;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'WRONG_PASSWORD') backOff.noteFailure();
      throw error;
    }
  }

  /** Proves the password again and that the vault is still the one that was unlocked. */
  async function stepUp(password: string): Promise<Session> {
    const held = need();
    (await tryPassword(held.file, password)).destroy();
    if (session !== held) throw lockedError();
    return held;
  }

  async function save(held: Session, change: Partial<Pick<VaultFile, 'items' | 'slots'>>): Promise<void> {
    if (store.read() !== encodeVaultFile(held.file)) {
      throw tampered('Expected the vault that was opened, found another on the disk');
    }
    const { format: _format, v: _v, mac: _mac, ...rest } = held.file;
    const next = sealFile({ ...rest, ...change, gen: rest.gen + 1 }, held.master);
    await store.save(encodeVaultFile(next), (found) => verifySaved(found, next, held.master, belonging));
    held.file = next;
    shown = next;
  }

  function enter(opened: Session): void {
    session = opened;
    lockedWhy = null;
    emit();
  }

  async function checkPolicy(password: string): Promise<void> {
    const reason = await checkNewPassword(password, belonging.network);
    if (reason !== null) throw new VaultError('WEAK_PASSWORD', reason, reason);
  }

  async function create(password: string, source: KeySource, began: number): Promise<Address> {
    if (session || store.exists()) {
      throw new VaultError('VAULT_EXISTS', 'Expected no vault, found one', 'There is a vault already: unlock it');
    }
    await checkPolicy(password);
    const key = await openKeySource(source, random);
    try {
      const { file, master } = await makeVault(password, key, stamp(), { kdf, random });
      try {
        await store.save(encodeVaultFile(file), (found) => verifySaved(found, file, master, belonging));
        shown = file;
        trouble = null;
        if (epoch !== began) throw lockedError();
        enter(openSession(file, master));
      } catch (error) {
        master.destroy();
        throw error;
      }
      return key.use(addressOf);
    } finally {
      key.destroy();
    }
  }

  /** `began`: the epoch in which it was asked for; a lock since then wins. */
  async function unlock(password: string, began: number): Promise<void> {
    if (session) {
      await stepUp(password);
      return;
    }
    const file = readFile();
    const master = await tryPassword(file, password);
    let opened: Session | null = null;
    try {
      checkSealed(file, master, belonging);
      opened = openSession(file, master);
      await strengthen(opened, password);
      if (epoch !== began) throw lockedError();
      enter(opened);
    } catch (error) {
      opened?.close();
      master.destroy();
      if (error instanceof VaultError && error.code === 'VAULT_TAMPERED') trouble = error.code;
      throw error;
    }
  }

  /** Wraps the master key anew where the file's key derivation is weaker than today's; a full disk must not lock anyone out. */
  async function strengthen(opened: Session, password: string): Promise<void> {
    const { vaultId, slots } = opened.file;
    if (!slots[0] || !isWeaker(slots[0].kdf)) return;
    const slot = await wrapMaster(vaultId, opened.master, password, { kdf, random });
    try {
      await save(opened, { slots: [slot] });
    } catch (error) {
      if (!(error instanceof VaultError && error.code === 'SAVE_FAILED')) throw error;
    }
  }

  async function storeApiKey(pair: { readonly apiKey: string; readonly apiSecret: string }): Promise<void> {
    const held = need();
    await save(held, { items: withApiKey(held.file, pair, held.master, stamp(), random) });
    if (session !== held) throw lockedError();
    held.reloadApi();
    emit();
  }

  async function exportKeystore(password: string, backupPassword: string): Promise<string> {
    await checkPolicy(backupPassword);
    const held = await stepUp(password);
    const key = held.withOwnKey((bytes) => new SecretBytes(bytes.slice()));
    try {
      const json = await writeKeystore(key, backupPassword, random, randomUUID());
      if (session !== held) throw lockedError();
      return json;
    } finally {
      key.destroy();
    }
  }

  async function markBackedUp(): Promise<void> {
    const held = need();
    await save(held, { items: withBackupMark(held.file, held.master, stamp().at, random) });
    emit();
  }

  try {
    readFile();
  } catch {
    // Shown as trouble, and said in full to whoever tries to open it.
  }

  return {
    status() {
      const file = session?.file ?? shown;
      return {
        at: session ? 'unlocked' : store.exists() ? 'locked' : 'absent',
        trouble,
        owner: owner(),
        hasApiKey: file !== null && apiItem(file) !== undefined,
        backedUp: file !== null && (ownItem(file)?.meta.backedUpAt ?? null) !== null,
        lockedWhy,
        lockedAtMs,
      };
    },
    owner,
    create(password, source) {
      const began = epoch;
      return inLine(() => create(password, source, began));
    },
    unlock(password) {
      const began = epoch;
      return inLine(() => unlock(password, began));
    },
    lock(why) {
      epoch += 1;
      if (!session) return;
      session.close();
      session = null;
      lockedWhy = why;
      lockedAtMs = now();
      emit();
    },
    checkPassword: (password) =>
      inLine(async () => {
        await stepUp(password);
      }),
    storeApiKey: (pair) => inLine(() => storeApiKey(pair)),
    credentials: () => session?.credentials() ?? null,
    async signOrder(fields, domain) {
      const { hash, signature } = need().sign({ kind: 'order', fields, domain });
      return { order: fields, digest: hash, signature };
    },
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
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function absentError(): VaultError {
  return new VaultError('VAULT_ABSENT', 'Expected a vault, found none', 'Create or import a key first');
}
