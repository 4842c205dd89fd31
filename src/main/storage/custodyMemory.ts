/**
 * Custody memory: the latest lock, the latest copy and the seen generations of a vault; nothing secret.
 *
 * Shape       Version 1 stored the lock reason as a sentence (`why`), version 2 stores its code (`reason`).
 * Invariants  A part that can't be parsed counts as absent: a warning may be lost, the vault still opens.
 */
import type { LastLock, LockReason, LockReasonCodes } from '#shared/ipc/custody.ts';
import { parseInteger } from '#shared/units/numbers.ts';

export interface SeenGeneration {
  readonly gen: number;
  readonly mac: string;
  readonly older: { readonly found: number; readonly seen: number } | null;
}

export interface Custody {
  readonly lastLock: LastLock | null;
  readonly copied: { readonly vaultId: string; readonly atMs: number } | null;
  /** By vault id. */
  readonly seen: Readonly<Record<string, SeenGeneration>>;
}

/** Vaults to remember; a folder has one at a time. */
const MAX_VAULTS = 16;

type PlainReason = Exclude<keyof LockReasonCodes, 'idle'>;

/** Sentences of version 1, by code. */
const V1_SENTENCES: Readonly<Record<PlainReason, string>> = {
  manual: 'you locked it',
  suspend: 'the computer went to sleep',
  'lock-screen': 'the screen was locked',
  'last window closed': 'the last window was closed',
  'renderer crash': 'the window crashed',
  'user switch': 'another user took over this computer',
  quit: 'Adyton quit',
};
const V1_IDLE = /^nobody touched it for ([1-9]\d{0,3}) minutes?$/;

export function parseCustody(stored: unknown): Custody {
  const { lastLock, copied, seen } = asRecord(stored);
  const entries = Object.entries(asRecord(seen)).flatMap(([vaultId, value]) => {
    const generation = parseSeen(value);
    return generation === null ? [] : [[vaultId, generation] as const];
  });
  return {
    lastLock: parseLastLock(lastLock),
    copied: parseCopied(copied),
    seen: Object.fromEntries(entries.slice(-MAX_VAULTS)),
  };
}

function parseLastLock(value: unknown): LastLock | null {
  const { atMs, reason: coded, why } = asRecord(value);
  const reason = typeof why === 'string' ? migrateReason(why) : parseReason(coded);
  return isCount(atMs) && reason !== null ? { atMs, reason } : null;
}

function parseReason(value: unknown): LockReason | null {
  const { code, parameters } = asRecord(value);
  if (code === 'idle') {
    const { minutes } = asRecord(parameters);
    return isCount(minutes) ? { code, parameters: { minutes } } : null;
  }
  return typeof code === 'string' && Object.hasOwn(V1_SENTENCES, code)
    ? { code: code as PlainReason, parameters: {} }
    : null;
}

/** The reason of a version 1 sentence, or null. */
function migrateReason(why: string): LockReason | null {
  const idle = V1_IDLE.exec(why);
  if (idle) return { code: 'idle', parameters: { minutes: parseInteger(idle[1]!) } };
  const entry = Object.entries(V1_SENTENCES).find(([, sentence]) => sentence === why);
  return entry ? { code: entry[0] as PlainReason, parameters: {} } : null;
}

function parseCopied(value: unknown): Custody['copied'] {
  const { vaultId, atMs } = asRecord(value);
  return isCount(atMs) && typeof vaultId === 'string' ? { vaultId, atMs } : null;
}

function parseSeen(value: unknown): SeenGeneration | null {
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
