/**
 * Export worker: writes one export in a thread of its own, from the journal's file and copies of what main has in memory.
 *
 * Shape       The parts of the account come in messages, so that main copies little at a time; `run` follows them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '#shared/base/describeError.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import { JournalError, openJournalReader } from '../../storage/journal.ts';
import type { ExportAnswer, ExportMessage, ExportTask } from './exportThread.ts';
import { ExportStopped, writeExport } from './tradeExport.ts';

/** Between two reports of progress, ms. */
const REPORT_EVERY_MS = 50;

const { path, request, journalPath } = workerData as ExportTask;
const orders: OrderView[] = [];
const fills: Fill[] = [];
let isStopped = false;
let reportedAtMs = 0;

const answer = (message: ExportAnswer): void => parentPort?.postMessage(message);

async function run(account: Extract<ExportMessage, { kind: 'run' }>['account']): Promise<ExportAnswer> {
  try {
    const journal = openJournalReader(journalPath);
    try {
      const report = await writeExport(path, request, {
        ...account,
        orders,
        fills,
        journal,
        isStopped: () => isStopped,
        onProgress(progress) {
          const nowMs = performance.now();
          if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
          reportedAtMs = nowMs;
          answer({ kind: 'progress', progress });
        },
        pause: () => new Promise((resolve) => setImmediate(resolve)),
      });
      return { kind: 'done', report };
    } finally {
      journal.close();
    }
  } catch (error) {
    if (error instanceof ExportStopped) return { kind: 'stopped' };
    const code = error instanceof Error && 'code' in error ? String(error.code) : null;
    return { kind: 'failed', code, isJournal: error instanceof JournalError, message: describeError(error) };
  }
}

parentPort?.on('message', (message: ExportMessage) => {
  if (message.kind === 'orders') orders.push(...message.orders);
  else if (message.kind === 'fills') fills.push(...message.fills);
  else if (message.kind === 'stop') isStopped = true;
  else
    void run(message.account).then((last) => {
      answer(last);
      parentPort?.close();
    });
});
