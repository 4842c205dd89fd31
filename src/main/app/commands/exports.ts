/**
 * Commands that export trading records to a file that main writes: start, progress, cancel.
 *
 * Invariants  The page gives a period and a format, never a path. Nothing is written once the terminal locks.
 * Source      docs/export.md
 */

import { openRateWindow } from '#shared/base/rateWindow.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import { listExposures } from '#shared/order/exposure/account.ts';
import type { Shell } from '../../shell/port.ts';
import { JournalError } from '../../storage/journal.ts';
import { ExportFailed, type ExportRun, startExport } from '../export/exportThread.ts';
import { type ExportedAccount, ExportStopped } from '../export/tradeExport.ts';
import type { Trader } from '../trader.ts';
import { formatStamp, isBelow } from './chosenPath.ts';

/** Exports in a minute: a page cannot fill the disk, or keep asking for a path. */
const MAX_PER_MINUTE = 6;

export interface ExportCommandOptions {
  readonly trader: Pick<Trader, 'vaultFolder' | 'journal' | 'trading' | 'market' | 'locks' | 'now' | 'onFault'>;
  readonly shell: Pick<Shell, 'chooseSavePath'>;
}

type ExportCommand = 'order.export' | 'order.exportProgress' | 'order.cancelExport';

export function buildExportCommands({ trader, shell }: ExportCommandOptions): Pick<Handlers, ExportCommand> {
  const countUse = openRateWindow({ max: MAX_PER_MINUTE, windowMs: 60_000, now: () => trader.now() });
  let isRunning = false;
  let running: ExportRun | null = null;
  let isCancelled = false;
  const isUnlocked = (): boolean => trader.locks.status().at === 'unlocked';

  const run: Handlers['order.export'] = async (request) => {
    const { what, format } = request;
    const path = await shell.chooseSavePath(`adyton-${what}-${formatStamp(trader.now())}.${format}`);
    if (path === null) return fail('CANCELLED', { reason: 'noPath' });
    if (!isUnlocked()) return fail('LOCKED', {});
    if (isBelow(path, trader.vaultFolder)) return fail('BAD_INPUT', { reason: 'vaultFolder' });
    isCancelled = false;
    let stopWatching = (): void => {};
    try {
      trader.journal.indexAll();
      running = startExport({ path, request, journalPath: trader.journal.path }, copyAccount(trader));
      const run = running;
      stopWatching = trader.locks.onChange(() => {
        if (!isUnlocked()) run.stop();
      });
      const report = await run.done;
      return succeed({ path, ...report });
    } catch (error) {
      if (error instanceof ExportStopped) {
        return isCancelled && isUnlocked() ? fail('CANCELLED', { reason: 'export' }) : fail('LOCKED', {});
      }
      const isJournal = error instanceof JournalError || (error instanceof ExportFailed && error.isJournal);
      const code = error instanceof ExportFailed ? error.code : null;
      if (code === null && !isJournal) throw error;
      trader.onFault('export', error);
      if (isJournal) return fail('SAVE_FAILED', { reason: 'exportJournal' });
      return fail('SAVE_FAILED', { reason: code === 'EEXIST' ? 'copyExists' : 'export' });
    } finally {
      stopWatching();
      running = null;
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
    'order.exportProgress': async () => succeed(running?.progress() ?? null),
    'order.cancelExport': async () => {
      isCancelled = running !== null;
      running?.stop();
      return succeed({});
    },
  };
}

/** What main has in memory for an export, now. */
function copyAccount({ trading, market, now }: ExportCommandOptions['trader']): ExportedAccount {
  const { fills, isComplete } = trading.listFills();
  const account = trading.view();
  const { tick, receivedAtMs } = market.catalogue();
  const { conditionals, unreadable } = trading.conditionals.view();
  return {
    orders: account.orders,
    fills,
    isComplete,
    exposures: listExposures(account, { tick, listedAtMs: receivedAtMs, find: market.market, book: market.book }),
    unattributed: account.ledger.unattributed,
    conditionals,
    unreadableConditionals: unreadable.length,
    readAtMs: now(),
  };
}
