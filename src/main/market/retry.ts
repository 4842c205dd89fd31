/**
 * Retry: one read at a time, repeated with exponential backoff until it succeeds.
 *
 * Errors      Never throws: each failure goes to `onFailure` and schedules the next read, unless closed.
 * Source      docs/exchange-interface.md#backoff.
 */
import { backoffMs, EXCHANGE_BACKOFF } from '#shared/base/backoff.ts';
import type { Scheduler } from '#shared/base/clock.ts';

export interface Retry {
  /** Reads now; during a read, reads once more after it. */
  run(): void;
  close(): void;
}

export function openRetry(
  schedule: Scheduler,
  read: () => Promise<void>,
  onFailure: (error: unknown) => void = () => {},
): Retry {
  let isReading = false;
  let isRequested = false;
  let isClosed = false;
  let failures = 0;
  let cancel: (() => void) | null = null;

  const run = (): void => {
    if (isClosed) return;
    cancel?.();
    cancel = null;
    if (isReading) {
      isRequested = true;
      return;
    }
    isReading = true;
    read().then(
      () => {
        failures = 0;
        finish(isRequested ? 0 : null);
      },
      (error: unknown) => {
        if (!isClosed) onFailure(error);
        finish(backoffMs(EXCHANGE_BACKOFF, failures));
        failures += 1;
      },
    );
  };

  const finish = (nextAfterMs: number | null): void => {
    isReading = false;
    isRequested = false;
    if (isClosed || nextAfterMs === null) return;
    cancel = schedule(nextAfterMs, run);
  };

  return {
    run,
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
