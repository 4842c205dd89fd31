/**
 * Stored alerts of one network and server, with their log.
 *
 * Shape       `alerts.json`, version 1.
 * Errors      StoredDataError for data that no version wrote; an alert or an entry of the log that is not readable is reported
 *             and omitted.
 */
import { z } from 'zod';
import type { AlertRecord } from '#shared/alerts/life.ts';
import { type AlertLogEntry, MAX_LOG } from '#shared/alerts/log.ts';
import { RULE_FIELDS } from '#shared/alerts/marketText.ts';
import type { StoredAlerts } from '#shared/alerts/stored.ts';
import { alertFact, alertTerms } from '#shared/ipc/alertSchema.ts';
import { parseStored } from './storedData.ts';

export interface AlertFile extends StoredAlerts {
  readonly version: 1;
}

const number = z.number();
const gap = z.object({ fromMs: number, toMs: number });

const reason = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('book'),
    parameters: z.object({ at: z.enum(['waiting', 'quiet', 'stale', 'resyncing', 'suspect']) }),
  }),
  z.object({ code: z.literal('tooManyBooks'), parameters: z.object({ max: number }) }),
  z.object({ code: z.enum(['notListed', 'noPrice', 'closed', 'programClosed']), parameters: z.object({}) }),
  z.object({
    code: z.literal('account'),
    parameters: z.object({ at: z.enum(['none', 'loading', 'unconfirmed', 'stale']) }),
  }),
]);
const subject = z.object({
  phase: z.enum(['new', 'armed', 'fired']),
  unwatched: z.object({ sinceMs: number, reason }).nullable(),
});
const record = z.object({
  id: z.string(),
  terms: alertTerms,
  createdAtMs: number,
  isPaused: z.boolean(),
  subjects: z.record(z.string(), subject),
  end: z.object({ at: z.enum(['fired', 'expired']), atMs: number }).nullable(),
  lastFiredAtMs: number.nullable(),
  fired: number,
});

const entry = z.object({
  seq: number,
  alertId: z.string().nullable(),
  market: z.string().nullable(),
  atMs: number,
  fact: alertFact,
  gap: gap.nullable(),
  repeats: number,
  isMuted: z.boolean(),
});

const account = z.object({
  account: z.string(),
  fillsUpToMs: number,
  fillIds: z.array(z.string()),
  turned: z.array(z.string()),
});
const fingerprint = z.object(
  Object.fromEntries(RULE_FIELDS.map((field) => [field, z.string()])) as Record<
    (typeof RULE_FIELDS)[number],
    z.ZodString
  >,
);
const file = z.object({
  version: z.literal(1),
  records: z.array(z.unknown()),
  log: z.array(z.unknown()),
  unseen: number,
  muted: z.array(z.string().nullable()),
  account: account.nullable(),
  fingerprints: z.record(z.string(), fingerprint),
  watchedUntilMs: number.nullable(),
});

export function parseAlertFile(value: unknown, onProblem: (problem: string) => void): AlertFile {
  const { records, log, ...rest } = parseStored(file, value, 'alerts of version 1');
  return {
    ...rest,
    records: readParts<AlertRecord>(records, record, 'an alert at records', onProblem),
    log: readParts<AlertLogEntry>(log, entry, 'an entry at log', onProblem).slice(0, MAX_LOG),
  };
}

function readParts<T>(
  values: readonly unknown[],
  schema: z.ZodType<T>,
  what: string,
  onProblem: (problem: string) => void,
): readonly T[] {
  return values.flatMap((value, at) => {
    const found = schema.safeParse(value);
    if (found.success) return [found.data];
    onProblem(`Expected ${what}.${at}, found other data`);
    return [];
  });
}
