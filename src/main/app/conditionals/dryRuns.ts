/**
 * Dry runs: each in a process of its own, so that main continues meanwhile and a person can end it.
 *
 * Invariants  One at a time: a new one ends the one before. The process gets the request alone and is ended after its answer.
 * Errors      Never rejects: a process that fails or takes too long is an answer.
 * Source      docs/decisions/0032-dry-run.md
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { DryRunAnswer, DryRunRefusal, DryRunReport, DryRunRequest } from '#shared/ipc/conditionals/dryRun.ts';
import type { ChildHandle, Shell } from '../../shell/port.ts';

/** A day of several busy markets takes less than half of it on a slow computer. */
const MAX_RUN_MS = 120_000;

export interface DryRuns {
  run(request: DryRunRequest): Promise<DryRunAnswer>;
  /** Cancels the running dry run; false when none is running. */
  cancel(): boolean;
  close(): Promise<void>;
}

export interface DryRunsOptions {
  readonly shell: Pick<Shell, 'startChild'>;
  readonly schedule: Scheduler;
  onFault(error: unknown): void;
}

export function openDryRuns({ shell, schedule, onFault }: DryRunsOptions): DryRuns {
  const children = new Set<ChildHandle>();
  let endCurrent: ((answer: DryRunAnswer) => void) | null = null;
  let isClosed = false;

  async function start(
    request: DryRunRequest,
    end: (answer: DryRunAnswer) => void,
    isEnded: () => boolean,
  ): Promise<void> {
    const child = await shell.startChild('dryRun', []);
    children.add(child);
    child.onExit(() => {
      children.delete(child);
      end(refuse('stopped'));
    });
    child.onMessage((message) => {
      if (isAt(message, 'ready')) child.send(encodeMessage(request));
      if (!isAt(message, 'done')) return;
      const report = decodeMessage(String(message.text)) as DryRunReport;
      end({ outcome: 'report', report });
    });
    if (isEnded()) await child.kill();
  }

  function run(request: DryRunRequest): Promise<DryRunAnswer> {
    endCurrent?.({ outcome: 'cancelled' });
    if (isClosed) return Promise.resolve(refuse('stopped'));
    const answered = Promise.withResolvers<DryRunAnswer>();
    let isEnded = false;
    const end = (answer: DryRunAnswer): void => {
      if (isEnded) return;
      isEnded = true;
      cancelTimeout();
      if (endCurrent === end) endCurrent = null;
      answered.resolve(answer);
      for (const child of children) void child.kill();
    };
    const cancelTimeout = schedule(MAX_RUN_MS, () => end(refuse('tooLong')));
    endCurrent = end;
    start(request, end, () => isEnded).catch((error: unknown) => {
      onFault(error);
      end(refuse('stopped'));
    });
    return answered.promise;
  }

  return {
    run,
    cancel() {
      const isRunning = endCurrent !== null;
      endCurrent?.({ outcome: 'cancelled' });
      return isRunning;
    },
    async close() {
      isClosed = true;
      endCurrent?.({ outcome: 'cancelled' });
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

function refuse(code: 'tooLong' | 'stopped'): DryRunAnswer {
  const reason: DryRunRefusal = { code, parameters: {} };
  return { outcome: 'refused', reason };
}

function isAt(message: unknown, at: 'ready' | 'done'): message is { readonly text: unknown } {
  return message !== null && typeof message === 'object' && 'at' in message && message.at === at;
}
