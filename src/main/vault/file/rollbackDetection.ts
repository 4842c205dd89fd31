/**
 * Whether the vault on the disk is the one last seen here: pure comparison of generations.
 *
 * Invariants  A file older than the one seen, or of the same generation with another MAC, is told until a person accepts it
 *             or the file that was last seen is back. It is a warning: it never keeps a vault from opening.
 * Source      docs/decisions/0007-vault-file.md
 */
import type { VaultFile } from './vaultFile.ts';

export interface Older {
  /** Generation that was found in the place of `seen`. */
  readonly found: number;
  readonly seen: number;
}

/** The highest generation of one vault that was seen here, and an older one found since that nobody has accepted. */
export interface Seen {
  readonly gen: number;
  readonly mac: string;
  readonly older: Older | null;
}

/** Where that is remembered from one start to the next, by vault id. */
export interface SeenMemory {
  load(vaultId: string): Seen | null;
  save(vaultId: string, seen: Seen): void;
}

export function findOlder({ gen, mac }: VaultFile, seen: Seen | null): Older | null {
  if (seen === null || (seen.gen === gen && seen.mac === mac)) return null;
  if (seen.older !== null) return seen.older;
  return gen <= seen.gen ? { found: gen, seen: seen.gen } : null;
}

/** What is remembered once a file has proved to be a vault of ours. */
export function noteSeen(file: VaultFile, seen: Seen | null): Seen {
  const older = findOlder(file, seen);
  return older !== null && seen !== null ? { ...seen, older } : acceptGeneration(file);
}

export function isSameSeen(a: Seen | null, b: Seen): boolean {
  const [was, is] = [a?.older ?? null, b.older];
  return a?.gen === b.gen && a.mac === b.mac && was?.found === is?.found && was?.seen === is?.seen;
}

export function acceptGeneration({ gen, mac }: VaultFile): Seen {
  return { gen, mac, older: null };
}

/** Forgets at the end of the process. */
export function openSeenMemory(): SeenMemory {
  const held = new Map<string, Seen>();
  return {
    load: (vaultId) => held.get(vaultId) ?? null,
    save: (vaultId, seen) => void held.set(vaultId, seen),
  };
}
