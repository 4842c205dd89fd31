/**
 * Custody memory: facts about vaults that outlive a run, without secrets: latest lock, latest copy, seen generations.
 *
 * Shape       File version 1: `{version, servers}`. Version 0 was the servers alone; its older form stored the lock reason as a
 *             sentence (`why`) instead of a code (`reason`).
 * Errors      `parseCustodyFile` throws StoredDataError on another shape. A part that is not readable is reported and
 *             counts as never noted: that can lose a warning, never block an unlock.
 */
import { z } from 'zod';
import type { LastLock, LockReason, LockReasonCodes } from '#shared/ipc/custody.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { describeIssues, parseServers } from '../storedData.ts';

/** Newest generation of a vault that was seen here; `older` while an older file has replaced it. */
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

export interface CustodyFile {
  readonly version: 1;
  readonly servers: Readonly<Record<string, Custody>>;
}

export const NO_CUSTODY: Custody = { lastLock: null, copied: null, seen: {} };

/** Vaults whose generation is stored: the current one of a folder and those before it. */
const MAX_VAULTS = 16;

const count = z.int().nonnegative();
type PlainReason = Exclude<keyof LockReasonCodes, 'idle'>;

/** Sentences of version 0, by code. */
const V0_SENTENCES: Readonly<Record<PlainReason, string>> = {
  manual: 'you locked it',
  suspend: 'the computer went to sleep',
  'lock-screen': 'the screen was locked',
  'last window closed': 'the last window was closed',
  'renderer crash': 'the window crashed',
  'user switch': 'another user took over this computer',
  quit: 'Adyton quit',
};
const V0_IDLE = /^nobody touched it for ([1-9]\d{0,3}) minutes?$/;

const reason: z.ZodType<LockReason> = z.union([
  z.object({ code: z.literal('idle'), parameters: z.object({ minutes: count }) }),
  z.object({ code: z.enum(Object.keys(V0_SENTENCES) as [PlainReason, ...PlainReason[]]), parameters: z.object({}) }),
]);
const lastLock: z.ZodType<LastLock | null | undefined> = z.preprocess(
  migrateLock,
  z.object({ atMs: count, reason }).nullish(),
);
const copied = z.object({ vaultId: z.string(), atMs: count }).nullish();
const older = z.object({ found: count, seen: count }).nullish();
const generation = z.object({ gen: count, mac: z.string(), older: z.unknown() });
const parts = z.object({ lastLock: z.unknown(), copied: z.unknown(), seen: z.unknown() });

export function parseCustodyFile(value: unknown, onProblem: (problem: string) => void): CustodyFile {
  const servers = parseServers(value, 'the custody memory').map(([server, custody]) => [
    server,
    parseCustody(custody, (problem) => onProblem(`${server}: ${problem}`)),
  ]);
  return { version: 1, servers: Object.fromEntries(servers) };
}

/** Parses the memory of one server part by part. */
export function parseCustody(stored: unknown, onProblem: (problem: string) => void = () => {}): Custody {
  const read = <T>(schema: z.ZodType<T>, value: unknown, what: string): T | null => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    onProblem(describeIssues(result.error, what));
    return null;
  };
  const found = read(parts.partial(), stored, 'custody of a server');
  const seen = Object.entries(read(z.record(z.string(), z.unknown()).nullish(), found?.seen, 'seen generations') ?? {});
  const known = seen.flatMap(([vaultId, value]): [string, SeenGeneration][] => {
    const one = read(generation.partial({ older: true }), value, 'a seen generation');
    if (one === null) return [];
    return [[vaultId, { gen: one.gen, mac: one.mac, older: read(older, one.older, 'a rollback warning') ?? null }]];
  });
  return {
    lastLock: read(lastLock, found?.lastLock, 'the latest lock') ?? null,
    copied: read(copied, found?.copied, 'the latest copy') ?? null,
    seen: Object.fromEntries(known.slice(-MAX_VAULTS)),
  };
}

/** Replaces the sentence of version 0 with its code. */
function migrateLock(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('why' in value)) return value;
  const { why, ...rest } = value;
  return { ...rest, reason: typeof why === 'string' ? findReason(why) : null };
}

function findReason(sentence: string): LockReason | null {
  const idle = V0_IDLE.exec(sentence);
  if (idle) return { code: 'idle', parameters: { minutes: parseInteger(idle[1]!) } };
  const entry = Object.entries(V0_SENTENCES).find(([, known]) => known === sentence);
  return entry ? { code: entry[0] as PlainReason, parameters: {} } : null;
}
