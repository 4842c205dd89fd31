/**
 * Rollback detection: compares a vault file with the last one seen on this computer.
 *
 * Invariants  A rollback is reported until a person accepts it or the last seen file is back.
 *             It is a warning: the vault opens all the same.
 * Source      docs/decisions/0007-vault-file.md
 */
import type { OlderVault } from '#shared/ipc/custody.ts';
import type { VaultFile } from './vaultFile.ts';

/** Highest generation of one vault seen here, and a rollback that is not accepted yet. */
export interface SeenGeneration {
  readonly gen: number;
  readonly mac: string;
  readonly older: OlderVault | null;
}

/** Store of the seen generations across starts, by vault id. */
export interface RollbackMemory {
  load(vaultId: string): SeenGeneration | null;
  save(vaultId: string, seen: SeenGeneration): void;
}

type Generation = Pick<VaultFile, 'gen' | 'mac'>;

/** The rollback, or null. */
export function checkRollback({ gen, mac }: Generation, seen: SeenGeneration | null): OlderVault | null {
  if (seen === null || (seen.gen === gen && seen.mac === mac)) return null;
  if (seen.older !== null) return seen.older;
  return gen <= seen.gen ? { found: gen, seen: seen.gen } : null;
}

/** What to remember once a file is proved to be this vault. */
export function recordGeneration(file: Generation, seen: SeenGeneration | null): SeenGeneration {
  const older = checkRollback(file, seen);
  return older !== null && seen !== null ? { ...seen, older } : acceptGeneration(file);
}

export function isSameGeneration(a: SeenGeneration | null, b: SeenGeneration): boolean {
  const [before, after] = [a?.older ?? null, b.older];
  return a?.gen === b.gen && a.mac === b.mac && before?.found === after?.found && before?.seen === after?.seen;
}

export function acceptGeneration({ gen, mac }: Generation): SeenGeneration {
  return { gen, mac, older: null };
}

/** A store that lasts until the process ends. */
export function createRollbackMemory(): RollbackMemory {
  const generations = new Map<string, SeenGeneration>();
  return {
    load: (vaultId) => generations.get(vaultId) ?? null,
    save: (vaultId, seen) => void generations.set(vaultId, seen),
  };
}
