/**
 * Export thread: starts the worker that writes an export, and gives it copies of what main has in memory.
 *
 * Invariants  Main copies a bounded number of rows at a time, and answers others in between.
 * Errors      `done` rejects with ExportStopped, ExportFailed, or what ended the thread.
 */
import { Worker } from 'node:worker_threads';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Fill } from '#shared/order/account/account.ts';
import {
  type ExportedAccount,
  type ExportProgress,
  type ExportReport,
  type ExportRequest,
  ExportStopped,
} from './tradeExport.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './exportWorker.ts' : './export.js', import.meta.url);
/** Rows of one message: copying them takes main a few milliseconds. */
const AT_ONCE = 500;

export interface ExportTask {
  readonly path: string;
  readonly request: ExportRequest;
  readonly journalPath: string;
}

type RestOfAccount = Omit<ExportedAccount, 'orders' | 'fills'>;

export type ExportMessage =
  | { readonly kind: 'orders'; readonly orders: readonly OrderView[] }
  | { readonly kind: 'fills'; readonly fills: readonly Fill[] }
  | { readonly kind: 'run'; readonly account: RestOfAccount }
  | { readonly kind: 'stop' };

export type ExportAnswer =
  | { readonly kind: 'progress'; readonly progress: ExportProgress }
  | { readonly kind: 'done'; readonly report: ExportReport }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly code: string | null; readonly isJournal: boolean; readonly message: string };

/** The file or the journal could not be written or read. `code`: of the file system. */
export class ExportFailed extends Error {
  override readonly name = 'ExportFailed';
  readonly code: string | null;
  readonly isJournal: boolean;

  constructor({ code, isJournal, message }: Extract<ExportAnswer, { kind: 'failed' }>) {
    super(message);
    this.code = code;
    this.isJournal = isJournal;
  }
}

export interface ExportRun {
  readonly done: Promise<ExportReport>;
  progress(): ExportProgress;
  /** Leaves no file. */
  stop(): void;
}

export function startExport(task: ExportTask, account: ExportedAccount): ExportRun {
  const worker = new Worker(WORKER, { workerData: task });
  let progress: ExportProgress = { rows: 0, part: 0 };
  let isStopped = false;
  const post = (message: ExportMessage): void => worker.postMessage(message);

  async function send(): Promise<void> {
    const { orders, fills, ...rest } = account;
    const parts: ExportMessage[] = [];
    for (let at = 0; at < orders.length; at += AT_ONCE)
      parts.push({ kind: 'orders', orders: orders.slice(at, at + AT_ONCE) });
    for (let at = 0; at < fills.length; at += AT_ONCE)
      parts.push({ kind: 'fills', fills: fills.slice(at, at + AT_ONCE) });
    for (const part of parts) {
      if (isStopped) break;
      post(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    post({ kind: 'run', account: rest });
  }

  const done = new Promise<ExportReport>((resolve, reject) => {
    worker.on('message', (answer: ExportAnswer) => {
      if (answer.kind === 'progress') progress = answer.progress;
      else if (answer.kind === 'done') resolve(answer.report);
      else if (answer.kind === 'stopped') reject(new ExportStopped('Expected the export to run, found it stopped'));
      else reject(new ExportFailed(answer));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('Expected an answer of the export, found its end')));
  });
  void send();
  return {
    done,
    progress: () => progress,
    stop() {
      isStopped = true;
      post({ kind: 'stop' });
    },
  };
}
