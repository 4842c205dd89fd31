/** Commands of the account: open on paper, connect, confirm a custodial one, arm. */
import { cleanPastedSecret, cleanPastedWord } from '#shared/base/pastedText.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { AppInfo, CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { createEquityReporter, type RowCounts, SUMMARY_FROM_MS } from '#shared/order/account/equity.ts';
import { canArm } from '#shared/order/account/readiness.ts';
import type { Trading } from '../../trading/trading.ts';
import type { Confirmations } from '../confirmations.ts';
import type { Trader } from '../trader.ts';
import { declined } from './declined.ts';

/** Rows of a day are read at once, of a summary those of a hundred days: some two thousand each. */
const PART_MS = 86_400_000;
const SUMMARY_PART_MS = 100 * PART_MS;
const HOUR_MS = 3_600_000;
const NO_ROWS: RowCounts = { rows: 0, unpricedRows: 0 };
/** Reads in a minute; a pane reads once a minute and with each change of its period. */
const MAX_PER_MINUTE = 60;

interface EquityCommandOptions {
  readonly trader: Pick<Trader, 'equityHistory' | 'locks' | 'now'> & {
    readonly custodial: Pick<Trader['custodial'], 'accountId'>;
  };
}

/** Answers nothing while locked; the answer is bounded, and main is not blocked for longer than one part of the period. */
export function buildEquityCommands({ trader }: EquityCommandOptions): CommandsOf<'equity'> {
  const { equityHistory, locks, custodial } = trader;
  const countUse = openRateWindow({ max: MAX_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  return {
    'equity.read': async ({ fromMs }) => {
      const seconds = countUse();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      const account = custodial.accountId();
      if (locks.status().at !== 'unlocked') return fail('LOCKED', {});
      if (account === null) return succeed(null);
      const toMs = trader.now();
      const beginMs = Math.min(toMs, fromMs ?? equityHistory.firstAtMs(account) ?? toMs);
      const reporter = createEquityReporter(beginMs, toMs, equityHistory.lastBefore(account, beginMs));
      // A long period is read by hours, but for the parts of hours at its ends.
      const isLong = toMs - beginMs >= SUMMARY_FROM_MS;
      const hoursFromMs = isLong ? Math.ceil(beginMs / HOUR_MS) * HOUR_MS : toMs;
      const hoursToMs = isLong ? Math.floor(toMs / HOUR_MS) * HOUR_MS : toMs;
      function* readRows(from: number, to: number): Generator<void> {
        for (let partMs = from; partMs < to; partMs += PART_MS) {
          for (const row of equityHistory.list(account!, partMs, Math.min(partMs + PART_MS, to))) reporter.add(row);
          yield;
        }
      }
      function* readHours(from: number, to: number): Generator<void> {
        while (from < to && equityHistory.summarize(account!, to)) yield;
        for (let partMs = from; partMs < to; partMs += SUMMARY_PART_MS) {
          for (const { kept, ...counts } of equityHistory.listHours(
            account!,
            partMs,
            Math.min(partMs + SUMMARY_PART_MS, to),
          ))
            for (const [at, row] of kept.entries()) reporter.add(row, at === 0 ? counts : NO_ROWS);
          yield;
        }
      }
      function* readParts(): Generator<void> {
        yield* readRows(beginMs, hoursFromMs);
        yield* readHours(hoursFromMs, hoursToMs);
        yield* readRows(hoursToMs, toMs);
      }
      for (const _part of readParts()) {
        await new Promise((resolve) => setImmediate(resolve));
        if (locks.status().at !== 'unlocked') return fail('LOCKED', {});
      }
      return succeed(reporter.finish());
    },
  };
}

/** The form of an API key, the one text of the page that becomes a header: docs/assumptions.md#api-key-form. */
const API_KEY = /^[A-Za-z0-9._~+/=-]{8,256}$/;

export interface AccountCommandOptions {
  readonly trader: Pick<
    Trader,
    'vault' | 'venue' | 'custodial' | 'custodialProof' | 'readiness' | 'dismissAbsences'
  > & {
    readonly trading: Pick<Trading, 'setArmed'>;
  };
  readonly info: Pick<AppInfo, 'network'>;
  readonly confirmations: Pick<Confirmations, 'askWithPassword' | 'askAfterPassword'>;
}

export function buildAccountCommands(options: AccountCommandOptions): CommandsOf<'account'> {
  const { trader, info, confirmations } = options;
  const { vault, venue, custodial, custodialProof, trading } = trader;
  return {
    'account.open': async ({ kind = 'key' }) => {
      const owner = vault.owner();
      if (info.network !== 'paper') {
        return fail('NOT_IN_THIS_NETWORK', { reason: 'paperOnly' });
      }
      if (owner === null || vault.status().at !== 'unlocked') {
        return fail('LOCKED', {});
      }
      const { safe, deposit, apiKey, apiSecret } = await venue.openPaperMember(owner, kind);
      await vault.storeApiKey({ apiKey, apiSecret });
      return succeed({ safe, deposit });
    },
    'account.connect': async ({ apiKey: pastedKey, apiSecret: pastedSecret, password }) => {
      const [apiKey, apiSecret] = [cleanPastedWord(pastedKey), cleanPastedSecret(pastedSecret)];
      if (info.network === 'paper') {
        return fail('NOT_IN_THIS_NETWORK', { reason: 'notOnPaper' });
      }
      if (!API_KEY.test(apiKey) || apiSecret === '') return fail('BAD_KEY', { reason: 'apiKey' });
      const before = vault.credentials()?.apiKey ?? null;
      if (!(await confirmations.askWithPassword(password, 'connectAccount', { apiKey, before }))) {
        return declined();
      }
      await vault.storeApiKey({ apiKey, apiSecret });
      return succeed(null);
    },
    'account.confirmCustodial': async ({ password, direction }) => {
      const state = custodial.view();
      const credentials = vault.credentials();
      if (state === null || credentials === null) return fail('NOT_FOUND', { what: 'custodialAccount' });
      await vault.checkPassword(password);
      const proof = await custodialProof.prepare();
      try {
        const question = { apiKey: credentials.apiKey, sign: state.sign, direction, order: proof.order };
        if (!(await confirmations.askAfterPassword('confirmCustodial', question))) return declined();
        // Another account may have been connected while the question was open.
        if (vault.credentials() !== credentials) return fail('NOT_FOUND', { what: 'custodialAccount' });
        custodial.agree(direction);
        return succeed(await proof.send());
      } finally {
        proof.close();
      }
    },
    'account.arm': async ({ armed }) => {
      const readiness = trader.readiness();
      if (armed && !canArm(readiness)) return fail('NOT_READY', readiness);
      // An older vault does not know what a person agreed to later.
      if (armed && vault.status().older !== null) return fail('DENIED', { reason: 'olderVault' });
      return succeed({ armed: trading.setArmed(armed) });
    },
    'account.dismissAbsences': async () => {
      trader.dismissAbsences();
      return succeed(null);
    },
  };
}
