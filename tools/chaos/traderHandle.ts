/**
 * The trader's process as the run sees it: starts, is killed, starts again on the same folder.
 *
 * Invariants  Reports of a killed process that are still on their way count: it had made them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Order, TimedReport, TraderSetup } from './protocol.ts';

const ENTRY = path.join(import.meta.dirname, 'traderProcess.ts');

export interface TraderHandle {
  isReady(): boolean;
  /** False when no process is there to get it. */
  send(order: Order): boolean;
  /** Ends the process at once, as `kill -9`; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when a process is ready; rejects when it ends by itself before. */
  start(setup: TraderSetup): Promise<void>;
  close(): Promise<void>;
}

export function openTraderHandle(onReport: (report: TimedReport) => void): TraderHandle {
  let child: ChildProcess | null = null;
  let isReady = false;
  return {
    isReady: () => isReady,
    send(order) {
      if (!isReady || !child?.connected) return false;
      child.send(order);
      return true;
    },
    async kill() {
      isReady = false;
      const last = child;
      child = null;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGKILL');
      await gone;
    },
    start(setup) {
      return new Promise((resolve, reject) => {
        const started = fork(ENTRY, [JSON.stringify(setup)], {
          serialization: 'advanced',
          execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        });
        child = started;
        started.on('message', (report: TimedReport) => {
          if (report.kind === 'ready' && child === started) {
            isReady = true;
            resolve();
          }
          onReport(report);
          if (report.kind === 'failed') reject(new Error(`The trader failed: ${report.error}`));
        });
        started.on('exit', (code, signal) => {
          if (child === started) isReady = false;
          reject(new Error(`Expected the trader to run, found that it ended with ${code ?? signal}`));
        });
      });
    },
    async close() {
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const ended = new Promise((resolve) => last.once('exit', resolve));
      if (isReady && last.connected) last.send({ kind: 'close' } satisfies Order);
      else last.kill('SIGKILL');
      await ended;
    },
  };
}
