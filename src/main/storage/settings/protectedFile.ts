/**
 * One JSON file that the vault authenticates, with a counter that the vault keeps too.
 *
 * Shape       `{format, version, vaultId, network, origin, counter, settings, mac}` and a line feed; the MAC covers the text of
 *             everything before it. Amounts (bigint) are stored as decimal digits.
 * Invariants  A save writes the file with the next counter first, then the vault's counter. So a counter above the vault's is
 *             an interrupted save and is accepted; one below is an older copy and is refused. A file that was refused is
 *             never overwritten: it is renamed before the next save.
 * Errors      `load` and `save` throw VaultError LOCKED while the vault is locked; `save` throws ProtectedSaveError when the
 *             file cannot be written.
 * Source      docs/decisions/0016-protected-settings.md
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import { describeError } from '#shared/base/describeError.ts';
import type { ProtectionLoss } from '#shared/ipc/custody.ts';
import { atomicWrite } from '../atomicWrite.ts';
import { type DiskReserve, NO_RESERVE } from '../diskReserve.ts';
import { nameAside } from '../versionedFile.ts';

const FORMAT = 'adyton-protected-settings';
const VERSION = 1;
const MAX_CHARACTERS = 4_000_000;

/** The file system refused the file; the one before it is in effect. */
export class ProtectedSaveError extends Error {
  override readonly name = 'ProtectedSaveError';
}

/** What this file needs of the vault. */
export interface RecordVault {
  status(): { readonly at: 'absent' | 'locked' | 'unlocked'; readonly vaultId: string | null };
  sealRecord(record: string): string;
  isSealedRecord(record: string, mac: string): boolean;
  recordCounter(): number;
  saveRecordCounter(counter: number): Promise<void>;
  onChange(listener: () => void): () => void;
}

export interface ProtectedFileOptions<T> {
  readonly path: string;
  readonly vault: RecordVault;
  readonly network: string;
  readonly origin: string;
  now(): number;
  /** Parses authenticated settings of any version; throws on others. */
  parse(value: unknown): T;
  /** For a full disk; absent: no space is reserved. */
  readonly reserve?: Pick<DiskReserve, 'write'>;
  /** Reports that the vault did not save the counter: until it does, an older copy of the file would be accepted. */
  onFault(error: unknown): void;
}

/** `none`: this vault never saved a file. */
export type Loaded<T> =
  | { readonly at: 'none' }
  | { readonly at: 'valid'; readonly value: T }
  | { readonly at: 'lost'; readonly reason: ProtectionLoss['reason'] };

export interface ProtectedFile<T> {
  /** Reads and authenticates the file; the vault must be unlocked. */
  load(): Loaded<T>;
  /** On disk when this returns; the vault's counter follows. */
  save(value: T): void;
  /** Resolves when no counter is being saved. */
  idle(): Promise<void>;
}

const head = z.looseObject({
  format: z.literal(FORMAT),
  version: z.int().positive(),
  vaultId: z.string(),
  network: z.string(),
  origin: z.string(),
  counter: z.int().positive(),
  settings: z.unknown(),
});
type Head = z.output<typeof head>;

export function openProtectedFile<T>(options: ProtectedFileOptions<T>): ProtectedFile<T> {
  const { path, vault, now, parse, onFault, reserve = NO_RESERVE } = options;
  /** Counter of the latest file that this program read or wrote for the unlocked vault. */
  let counter = 0;
  /** True: the file there was refused, and is renamed before the next save. */
  let isRefused = false;
  let saving: Promise<void> = Promise.resolve();

  function saveCounter(): void {
    const saved = vault.saveRecordCounter(counter).catch((error: unknown) => {
      // Locked in between: the next unlock finds the higher counter in the file and saves it.
      if (vault.status().at === 'unlocked') onFault(error);
    });
    saving = Promise.all([saving, saved]).then(() => undefined);
  }

  function check(): Loaded<T> {
    const known = vault.recordCounter();
    counter = known;
    if (!existsSync(path)) return known === 0 ? { at: 'none' } : { at: 'lost', reason: 'missing' };
    const found = readAuthentic();
    if (found === null) {
      // A vault that never saved a file was created beside the file of another vault.
      if (known === 0 && readVaultId() !== vault.status().vaultId) {
        isRefused = true;
        return { at: 'none' };
      }
      return { at: 'lost', reason: 'altered' };
    }
    if (found.counter < known) return { at: 'lost', reason: 'older' };
    counter = found.counter;
    if (counter > known) saveCounter();
    try {
      if (found.version > VERSION) return { at: 'lost', reason: 'unreadable' };
      return { at: 'valid', value: parse(found.settings) };
    } catch {
      return { at: 'lost', reason: 'unreadable' };
    }
  }

  /** The record, if its MAC is right and its spelling is ours; null otherwise. */
  function readAuthentic(): Head | null {
    try {
      const text = readFileSync(path, 'utf8');
      if (text.length > MAX_CHARACTERS) return null;
      const { mac, ...record }: Record<string, unknown> = JSON.parse(text);
      if (typeof mac !== 'string' || text !== encode(record, mac)) return null;
      return vault.isSealedRecord(JSON.stringify(record), mac) ? head.parse(record) : null;
    } catch {
      return null;
    }
  }

  function readVaultId(): unknown {
    try {
      return JSON.parse(readFileSync(path, 'utf8')).vaultId;
    } catch {
      return null;
    }
  }

  return {
    load() {
      isRefused = false;
      const loaded = check();
      if (loaded.at === 'lost') isRefused = true;
      return loaded;
    },
    save(settings) {
      const next = Math.max(counter, vault.recordCounter()) + 1;
      const { network, origin } = options;
      const { vaultId } = vault.status();
      const bare = { format: FORMAT, version: VERSION, vaultId, network, origin, counter: next, settings };
      const record: Record<string, unknown> = JSON.parse(JSON.stringify(bare, stringifyAmounts));
      const text = encode(record, vault.sealRecord(JSON.stringify(record)));
      try {
        if (isRefused && existsSync(path)) renameSync(path, nameAside(path, now()));
        reserve.write(() => atomicWrite(path, text));
      } catch (error) {
        throw new ProtectedSaveError(`Expected to save the protected settings: ${describeError(error)}`);
      }
      isRefused = false;
      counter = next;
      saveCounter();
    },
    idle: () => saving,
  };
}

function encode(record: Readonly<Record<string, unknown>>, mac: string): string {
  return `${JSON.stringify({ ...record, mac })}\n`;
}

function stringifyAmounts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
