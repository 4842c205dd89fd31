/**
 * Command that exports orders or fills to a file that main writes.
 *
 * Invariants  The page gives a period and a format, never a path. Nothing is written once the terminal locks.
 * Source      docs/export.md
 */

import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { Shell } from '../../shell/port.ts';
import { JournalError } from '../../storage/journal.ts';
import { ExportStopped, writeExport } from '../export/tradeExport.ts';
import type { Trader } from '../trader.ts';
import { formatStamp, isBelow } from './chosenPath.ts';

/** Exports in a minute: a page cannot fill the disk, or keep asking for a path. */
const MAX_PER_MINUTE = 6;

export interface ExportCommandOptions {
  readonly trader: Pick<Trader, 'vaultFolder' | 'journal' | 'trading' | 'market' | 'locks' | 'now' | 'onFault'>;
  readonly shell: Pick<Shell, 'chooseSavePath'>;
}

export function buildExportCommands({ trader, shell }: ExportCommandOptions): Pick<Handlers, 'order.export'> {
  const countUse = openRateWindow({ max: MAX_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  let isRunning = false;
  const isUnlocked = (): boolean => trader.locks.status().at === 'unlocked';

  const run: Handlers['order.export'] = async (request) => {
    const { what, format } = request;
    const path = await shell.chooseSavePath(`adyton-${what}-${formatStamp(trader.now())}.${format}`);
    if (path === null) return fail('CANCELLED', { reason: 'noPath' });
    if (!isUnlocked()) return fail('LOCKED', {});
    if (isBelow(path, trader.vaultFolder)) return fail('BAD_INPUT', { reason: 'vaultFolder' });
    try {
      const report = await writeExport(path, request, {
        journal: trader.journal,
        trading: trader.trading,
        market: trader.market,
        now: trader.now,
        isUnlocked,
        pause: () => new Promise((resolve) => setImmediate(resolve)),
      });
      return succeed({ path, ...report });
    } catch (error) {
      if (error instanceof ExportStopped) return fail('LOCKED', {});
      const code = error instanceof Error && 'code' in error ? String(error.code) : null;
      if (code === null && !(error instanceof JournalError)) throw error;
      trader.onFault('export', error);
      if (error instanceof JournalError) return fail('SAVE_FAILED', { reason: 'exportJournal' });
      return fail('SAVE_FAILED', { reason: code === 'EEXIST' ? 'copyExists' : 'export' });
    }
  };

  return {
    'order.export': async (request) => {
      const seconds = isRunning ? 1 : countUse();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      isRunning = true;
      try {
        return await run(request);
      } finally {
        isRunning = false;
      }
    },
  };
}
