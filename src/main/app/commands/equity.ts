/**
 * Command that reads the stored equity of the account over a period.
 *
 * Invariants  Answers nothing while locked. The answer is bounded, and main is not blocked for longer than one part of the period.
 * Source      docs/charts.md#equity
 */

import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { CommandsOf } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { createEquityReporter } from '#shared/order/account/equity.ts';
import type { Trader } from '../trader.ts';

/** Rows that are read at once: a week has ten thousand. */
const PART_MS = 7 * 86_400_000;
/** Reads in a minute; a pane reads once a minute and with each change of its period. */
const MAX_PER_MINUTE = 60;

export interface EquityCommandOptions {
  readonly trader: Pick<Trader, 'equityHistory' | 'locks' | 'now'> & {
    readonly custodial: Pick<Trader['custodial'], 'accountId'>;
  };
}

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
      for (let partMs = beginMs; partMs < toMs; partMs += PART_MS) {
        for (const row of equityHistory.list(account, partMs, Math.min(partMs + PART_MS, toMs))) reporter.add(row);
        await new Promise((resolve) => setImmediate(resolve));
        if (locks.status().at !== 'unlocked') return fail('LOCKED', {});
      }
      return succeed(reporter.finish());
    },
  };
}
