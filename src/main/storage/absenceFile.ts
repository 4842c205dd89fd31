/**
 * Stored last reading of an account before the program ended, so that the next start can say what happened meanwhile.
 *
 * Shape       `absence.json` in the account's folder, version 1: ids and times, no amounts.
 * Errors      StoredDataError for data that no version wrote.
 */
import { z } from 'zod';
import type { SeenAccount } from '#shared/order/account/absence.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { type AccountId, parseAccountId } from '#shared/units/ids.ts';
import { parsedBy, parseStored } from './storedData.ts';

export interface AbsenceFile {
  readonly version: 1;
  /** Null before the account was seen. */
  readonly account: AccountId | null;
  readonly seen: SeenAccount | null;
}

export const NEVER_SEEN: AbsenceFile = { version: 1, account: null, seen: null };

const ids = z.array(z.string());
const file = z.object({
  version: z.literal(1),
  account: parsedBy<string, AccountId>(z.string(), parseAccountId).nullable(),
  seen: z
    .object({
      atMs: z.number(),
      cause: z.enum(['locked', 'closed', 'disconnected']),
      isArmed: z.boolean(),
      fillIds: ids,
      newestFillMs: z.number(),
      openOrders: ids,
      conditionals: ids,
      isUnwatched: z.boolean(),
    })
    .nullable(),
});

export function parseAbsenceFile(value: unknown): AbsenceFile {
  const { account, seen } = parseStored(file, value, 'the last reading of the account, version 1');
  return {
    version: 1,
    account,
    seen: seen === null ? null : { ...seen, conditionals: seen.conditionals as ConditionalId[] },
  };
}
