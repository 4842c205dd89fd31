/** Commands of accounts, arming and equity. */
import { z } from 'zod';
import type { CustodialProofReceipt } from '../../order/account/custodial.ts';
import type { EquityReport } from '../../order/account/equity.ts';
import type { Address } from '../../units/ids.ts';
import type { Usd } from '../../units/usd.ts';
import { answer, defineCommands } from '../command.ts';
import { accountId, accountName, directionField, keySource, password, time } from '../inputSchemas.ts';

export const accountCommands = defineCommands('account', {
  /** Network paper only: opens an account of the embedded exchange; absent: one with a wallet of the key. */
  open: {
    input: z.strictObject({ kind: z.enum(['key', 'custodial']).exactOptional() }),
    /** `safe`: null for a custodial account. */
    output: answer<{ readonly safe: Address | null; readonly deposit: Usd }>(),
    lock: 'open',
  },
  connect: {
    input: z.strictObject({
      apiKey: z.string().min(1).max(256),
      apiSecret: z.string().min(1).max(512),
      password,
    }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'An API key was stored',
  },
  /**
   * Step-up: a person confirms that the exchange holds the funds of this account, and that orders are sent unsigned. One
   * post-only order then proves how they say their direction, and is cancelled.
   */
  confirmCustodial: {
    input: z.strictObject({ password, direction: directionField }),
    output: answer<CustodialProofReceipt>(),
    lock: 'open',
    isStepUp: true,
    logged: 'A custodial account was confirmed',
  },
  arm: {
    input: z.strictObject({ armed: z.boolean() }),
    output: answer<{ readonly armed: boolean }>(),
    lock: 'open',
    isAct: true,
    recorded: { input: ['armed'], answer: ['armed'] },
  },
  /** Removes the reports of what happened while nobody could see the account. */
  dismissAbsences: { input: z.strictObject({}), output: answer<null>(), lock: 'open' },
});

export const accountsCommands = defineCommands('accounts', {
  add: {
    input: z.strictObject({ password, ...accountName, key: keySource }),
    output: answer<{ readonly id: string }>(),
    lock: 'open',
    isStepUp: true,
    logged: 'An account was added',
  },
  rename: {
    input: z.strictObject({ password, id: accountId, ...accountName }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'An account was named',
  },
  select: {
    input: z.strictObject({ password, id: accountId }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    replacesAccount: true,
    logged: 'Another account was selected',
  },
  remove: {
    input: z.strictObject({ password, id: accountId }),
    output: answer<null>(),
    lock: 'open',
    isStepUp: true,
    logged: 'An account was removed',
  },
  readLeft: {
    input: z.strictObject({ id: accountId }),
    /** Orders and wallet calls without a known end when the account was selected last, and the folder that keeps its files. */
    output: answer<{ readonly orders: number; readonly relays: number; readonly folder: string }>(),
    lock: 'open',
  },
});

export const equityCommands = defineCommands('equity', {
  /** What the account was worth from `fromMs` until now; null: from the first stored row. */
  read: {
    input: z.strictObject({ fromMs: time.nullable() }),
    /** Null before the account's wallet is read. */
    output: answer<EquityReport | null>(),
    lock: 'open',
  },
});
