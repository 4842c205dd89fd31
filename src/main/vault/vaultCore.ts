/**
 * What every act on the vault shares: the session, the file on the disk, one line of work, guesses, step-ups and saves.
 *
 * Invariants  A lock ends everything that began before it. A file that changed behind the program's back is never overwritten.
 * Errors      VaultError, by code.
 */
import { randomBytes } from 'node:crypto';
import type { Stamp } from './file/contents.ts';
import { deriveScrypt, type Kdf } from './file/kdf.ts';
import { OLD_READERS, type OldReaders, type OldVault } from './file/migrations.ts';
import {
  findOlder,
  isSameSeen,
  noteSeen,
  type Older,
  openSeenMemory,
  type SeenMemory,
} from './file/rollbackDetection.ts';
import type { RandomBytes } from './file/seal.ts';
import { type Belonging, sealFile, type Tools, tampered, unwrapMaster, verifySaved } from './file/sealedVault.ts';
import { encodeVaultFile, parseVaultFile, type VaultFile, VERSION, versionOf } from './file/vaultFile.ts';
import { type OnSaveStep, openVaultStore, type VaultStore } from './file/vaultStore.ts';
import type { SecretBytes } from './keys/secretBytes.ts';
import { openAttemptLimiter } from './unlock/attemptLimiter.ts';
import { checkNewPassword } from './unlock/passwordPolicy.ts';
import type { Session } from './unlock/unlockedVault.ts';
import { lockedError, VaultError, type VaultErrorCode } from './vaultError.ts';

export interface CoreOptions extends Belonging {
  /** Private folder of the vault; made with mode 0700. */
  readonly folder: string;
  /** Milliseconds; stamps items and times the back-off. */
  readonly now: () => number;
  /** Only tests hand in another than scrypt. */
  readonly kdf?: Kdf;
  readonly random?: RandomBytes;
  readonly onSaveStep?: OnSaveStep;
  /** Generations seen in former runs; without it only those of this run are known. */
  readonly seen?: SeenMemory;
  /** Versions before this one that can be opened; only tests hand in another table than the program's. */
  readonly oldReaders?: OldReaders;
}

/** What a save may change of the file. */
export type Change = Partial<Pick<VaultFile, 'items' | 'slots'>>;

export interface VaultCore {
  readonly belonging: Belonging;
  readonly tools: Tools;
  readonly store: VaultStore;
  stamp(): Stamp;
  session(): Session | null;
  /** The unlocked file, or the one on the disk as far as it could be read. */
  file(): VaultFile | null;
  trouble(): VaultErrorCode | null;
  /** Throws LOCKED or VAULT_ABSENT. */
  need(): Session;
  /** One at a time, so that parallel guesses can't pass the back-off and saves can't overtake each other. */
  inLine<T>(work: () => Promise<T>): Promise<T>;
  /** Reads the file anew; throws what is wrong with it, which is shown as trouble from then on. */
  readFile(): VaultFile;
  /** The file on the disk, where it is of a version that is opened by being written anew. */
  findOld(): OldVault | null;
  /** One guess of the vault's password, by the rules of the back-off. */
  guess<T>(open: () => Promise<T>): Promise<T>;
  /** Proves the password again and that the vault is still the one that was unlocked. */
  stepUp(password: string): Promise<Session>;
  checkPolicy(password: string): Promise<void>;
  /** `prove` may ask for more than that the file opens with the master key. */
  save(held: Session, change: Change, prove?: (found: VaultFile) => Promise<void>): Promise<void>;
  /** Writes a whole file that nothing was opened from yet. */
  place(file: VaultFile, master: SecretBytes, prove?: (found: VaultFile) => Promise<void>): Promise<void>;
  noteTrouble(code: VaultErrorCode | null): void;
  /** The file has proved to be a vault of ours: remembers its generation. */
  noteProved(file: VaultFile): void;
  older(): Older | null;
  readonly seen: SeenMemory;
  /** Rises with every lock: work that began before it must not end in anything. */
  epoch(): number;
  enter(opened: Session): void;
  lock(why: string): void;
  lockedWhy(): string | null;
  lockedAtMs(): number | null;
  emit(): void;
  onChange(listener: () => void): () => void;
}

export function openVaultCore(options: CoreOptions): VaultCore {
  const {
    now,
    oldReaders = OLD_READERS,
    kdf = deriveScrypt,
    random = (length) => new Uint8Array(randomBytes(length)),
  } = options;
  const belonging: Belonging = { network: options.network, origin: options.origin };
  const store = openVaultStore(options.folder, options.onSaveStep);
  const seen = options.seen ?? openSeenMemory();
  const backOff = openAttemptLimiter(now);
  const listeners = new Set<() => void>();
  let session: Session | null = null;
  let shown: VaultFile | null = null;
  let trouble: VaultErrorCode | null = null;
  let lockedWhy: string | null = null;
  let lockedAtMs: number | null = null;
  let epoch = 0;
  let line: Promise<unknown> = Promise.resolve();

  const emit = (): void => {
    for (const listener of listeners) listener();
  };
  const need = (): Session => {
    if (session) return session;
    throw store.exists() ? lockedError() : absentError();
  };
  const noteProved = (file: VaultFile): void => {
    const before = seen.load(file.vaultId);
    const next = noteSeen(file, before);
    if (!isSameSeen(before, next)) seen.save(file.vaultId, next);
  };

  async function guess<T>(open: () => Promise<T>): Promise<T> {
    backOff.checkMayTry();
    try {
      const opened = await open();
      backOff.noteSuccess();
      return opened;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'WRONG_PASSWORD') backOff.noteFailure();
      throw error;
    }
  }

  const core: VaultCore = {
    belonging,
    tools: { kdf, random },
    store,
    seen,
    stamp: () => ({ belonging, at: new Date(now()).toISOString() }),
    session: () => session,
    file: () => session?.file ?? shown,
    trouble: () => trouble,
    need,
    inLine(work) {
      const next = line.then(work, work);
      line = next.catch(() => {});
      return next;
    },
    readFile() {
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
    },
    findOld() {
      const content = store.read();
      const version = content === null ? null : versionOf(content);
      const open = version === null || version >= VERSION ? undefined : oldReaders[version];
      return content !== null && version !== null && open ? { version, content, open } : null;
    },
    guess,
    async stepUp(password) {
      const held = need();
      (await guess(() => unwrapMaster(held.file, password, kdf))).destroy();
      if (session !== held) throw lockedError();
      return held;
    },
    async checkPolicy(password) {
      const reason = await checkNewPassword(password, belonging.network);
      if (reason !== null) throw new VaultError('WEAK_PASSWORD', reason, reason);
    },
    async save(held, change, prove = async () => {}) {
      if (store.read() !== encodeVaultFile(held.file)) {
        throw tampered('Expected the vault that was opened, found another on the disk');
      }
      const { format: _format, v: _v, mac: _mac, ...rest } = held.file;
      const next = sealFile({ ...rest, ...change, gen: rest.gen + 1 }, held.master);
      await store.save(encodeVaultFile(next), async (found) => {
        verifySaved(found, next, held.master, belonging);
        await prove(parseVaultFile(found));
        if (held.master.isDestroyed) throw lockedError();
      });
      held.file = next;
      shown = next;
      noteProved(next);
    },
    async place(file, master, prove = async () => {}) {
      await store.save(encodeVaultFile(file), async (found) => {
        verifySaved(found, file, master, belonging);
        await prove(parseVaultFile(found));
      });
      shown = file;
      trouble = null;
      noteProved(file);
    },
    noteTrouble(code) {
      trouble = code;
    },
    noteProved,
    older() {
      const file = core.file();
      return file === null ? null : findOlder(file, seen.load(file.vaultId));
    },
    epoch: () => epoch,
    enter(opened) {
      session = opened;
      lockedWhy = null;
      emit();
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
    lockedWhy: () => lockedWhy,
    lockedAtMs: () => lockedAtMs,
    emit,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  try {
    if (core.findOld() === null) core.readFile();
  } catch {
    // Shown as trouble, and said in full to whoever tries to open it.
  }
  return core;
}

function absentError(): VaultError {
  return new VaultError('VAULT_ABSENT', 'Expected a vault, found none', 'Create or import a key first');
}
