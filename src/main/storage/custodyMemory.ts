/**
 * What is remembered of a vault outside it: the latest lock, the latest copy, the generations seen. Nothing of it is secret.
 *
 * Invariants  Each part that does not fit is as if it had never been noted: a warning may be lost, an opening never is.
 */

export interface SeenGeneration {
  readonly gen: number;
  readonly mac: string;
  readonly older: { readonly found: number; readonly seen: number } | null;
}

export interface Custody {
  readonly lastLock: { readonly atMs: number; readonly why: string } | null;
  readonly copied: { readonly vaultId: string; readonly atMs: number } | null;
  /** By vault id. */
  readonly seen: Readonly<Record<string, SeenGeneration>>;
}

/** Vaults whose generation is remembered; a folder holds one, and those before it. */
const MOST_VAULTS = 16;

export function readCustody(stored: unknown): Custody {
  const { lastLock, copied, seen } = asRecord(stored);
  const entries = Object.entries(asRecord(seen)).flatMap(([vaultId, value]) => {
    const read = readSeen(value);
    return read === null ? [] : [[vaultId, read] as const];
  });
  return {
    lastLock: readLock(lastLock),
    copied: readCopied(copied),
    seen: Object.fromEntries(entries.slice(-MOST_VAULTS)),
  };
}

function readLock(value: unknown): Custody['lastLock'] {
  const { atMs, why } = asRecord(value);
  return isCount(atMs) && typeof why === 'string' && why.length <= 200 ? { atMs, why } : null;
}

function readCopied(value: unknown): Custody['copied'] {
  const { vaultId, atMs } = asRecord(value);
  return isCount(atMs) && typeof vaultId === 'string' ? { vaultId, atMs } : null;
}

function readSeen(value: unknown): SeenGeneration | null {
  const { gen, mac, older } = asRecord(value);
  if (!isCount(gen) || typeof mac !== 'string') return null;
  const { found, seen } = asRecord(older);
  return { gen, mac, older: isCount(found) && isCount(seen) ? { found, seen } : null };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
