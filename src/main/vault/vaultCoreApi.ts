/**
 * Interface of the vault's core, for the parts of the vault.
 *
 * Errors      VaultError, by code.
 */
import type { Now } from '#shared/base/clock.ts';
import type { OlderVault } from '#shared/ipc/custody.ts';
import type { Kdf } from './file/kdf.ts';
import type { OldReaders, OldVault } from './file/migrations.ts';
import type { RollbackMemory } from './file/rollbackDetection.ts';
import type { RandomBytes } from './file/seal.ts';
import type { Belonging, OpenedFile, Stamp, Tools } from './file/sealedVault.ts';
import type { VaultFile } from './file/vaultFile.ts';
import type { OnSaveStep, VaultStore } from './file/vaultStore.ts';
import type { UnlockedVault } from './unlock/unlockedVault.ts';
import type { VaultErrorCode } from './vaultError.ts';

export interface CoreOptions extends Belonging {
  /** Private folder of the vault, created with mode 0700. */
  readonly folder: string;
  /** Stamps items and times the attempt limiter. */
  readonly now: Now;
  /** scrypt unless a test passes another. */
  readonly kdf?: Kdf;
  readonly random?: RandomBytes;
  readonly onSaveStep?: OnSaveStep;
  /** Generations seen in earlier runs; without it, rollbacks are detected within this run only. */
  readonly rollbackMemory?: RollbackMemory;
  /** Readers of older versions; only tests pass other than the program's. */
  readonly oldReaders?: OldReaders;
}

/** Parts of the file that a save may change. */
export type Change = Partial<Pick<VaultFile, 'items' | 'slots' | 'accounts' | 'selected'>>;

/** Identity of one generation of a vault. */
export type SeenFile = Pick<VaultFile, 'vaultId' | 'gen' | 'mac'>;

/** Extra check of a saved file before it replaces the old one; throws to refuse. */
export type VerifySave = (found: VaultFile) => Promise<void>;

export interface VaultCore {
  readonly belonging: Belonging;
  readonly tools: Tools;
  readonly store: VaultStore;
  readonly rollbackMemory: RollbackMemory;
  stamp(): Stamp;
  /** Null while locked. */
  unlocked(): UnlockedVault | null;
  /** The unlocked vault; throws LOCKED or VAULT_ABSENT. */
  requireUnlocked(): UnlockedVault;
  /** The unlocked file, else the last one parsed from disk. */
  file(): VaultFile | null;
  /** Why the file on disk can't be opened; null when nothing is known to be wrong. */
  trouble(): VaultErrorCode | null;
  /**
   * Runs tasks one at a time, so that attempts can't bypass the limiter and saves can't overtake each other. A task that
   * was started with one account fails with LOCKED once another is selected.
   */
  enqueue<T>(task: () => Promise<T>): Promise<T>;
  /** Reads and parses the file; an error is `trouble` from then on. */
  readFile(): VaultFile;
  /** The file on disk, if it is of an older version that has a reader. */
  findOld(): OldVault | null;
  /** Runs one rate-limited password attempt. */
  attempt<T>(open: () => Promise<T>): Promise<T>;
  /** Checks the password again, and that the file on disk is still the unlocked vault. */
  stepUp(password: string): Promise<UnlockedVault>;
  checkPolicy(password: string): Promise<void>;
  /** Saves a change of the unlocked vault as the next generation; `vault.json.1` changes only with keys or slots. */
  save(unlocked: UnlockedVault, change: Change, verify?: VerifySave): Promise<void>;
  /** Like `save`, but tolerates a disk error: a full disk must not prevent an unlock. */
  trySave(unlocked: UnlockedVault, change: Change): Promise<void>;
  /** Saves a new or migrated file. */
  replaceFile(opened: OpenedFile, verify?: VerifySave): Promise<void>;
  /** Notes the generation of a file that opened. */
  recordSeen(file: SeenFile): void;
  /** The rollback that is not accepted yet, or null. */
  older(): OlderVault | null;
  /** Counts locks and selections: an operation that started in an earlier epoch must fail. */
  epoch(): number;
  /** Aborted by the next lock or selection. */
  nextLock(): AbortSignal;
  /** Aborted by the next `cancelImport` or lock. */
  nextCancel(): AbortSignal;
  cancelImport(): void;
  /** Checks a file with its master key, runs `beforeUnlock`, and unlocks; destroys the key on failure. */
  unlockWith(
    opened: OpenedFile,
    epoch: number,
    beforeUnlock?: (unlocked: UnlockedVault) => Promise<void>,
  ): Promise<void>;
  /** Selects another account: closes what is open and opens its keys, with the same master key. */
  select(current: UnlockedVault, account: string): Promise<void>;
  lock(): void;
  emitChange(): void;
  onChange(listener: () => void): () => void;
}
