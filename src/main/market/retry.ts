/**
 * One read that must succeed in the end: one at a time, repeated with growing pauses while it fails.
 *
 * Units       Pauses 1, 2, 4 … 60 s. Source: exchange-interface, Limits rule 3.
 * Errors      Never throws: a failure goes to `onFailure` and is tried again, unless closed.
 */
import type { Schedule } from './ports.ts';

export interface Retry {
  /** Reads now; while a read is under way, reads once more after it. */
  run(): void;
  close(): void;
}

export const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 60_000;

/** The pause after `failures` failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 16));
}

/** What went wrong, as a sentence for a person who looks at the pane. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'no reason given';
}

export function openRetry(
  schedule: Schedule,
  read: () => Promise<void>,
  onFailure: (why: string) => void = () => {},
): Retry {
  let isReading = false;
  let isWantedAgain = false;
  let isClosed = false;
  let failures = 0;
  let cancel: (() => void) | null = null;

  const run = (): void => {
    if (isClosed) return;
    cancel?.();
    cancel = null;
    if (isReading) {
      isWantedAgain = true;
      return;
    }
    isReading = true;
    read().then(
      () => {
        failures = 0;
        finish(isWantedAgain ? 0 : null);
      },
      (error: unknown) => {
        failures += 1;
        if (!isClosed) onFailure(reasonOf(error));
        finish(pauseAfter(failures));
      },
    );
  };

  const finish = (delayMs: number | null): void => {
    isReading = false;
    isWantedAgain = false;
    if (isClosed || delayMs === null) return;
    cancel = schedule(delayMs, run);
  };

  return {
    run,
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
