/** A run after a delay; starts during the delay share it. */
import type { Scheduler } from '#shared/base/clock.ts';

export interface DelayedRun {
  start(): void;
  /** Ends the delay without a run. */
  cancel(): void;
  /** Like `cancel`, and later starts do nothing. */
  close(): void;
}

export function createDelayedRun(schedule: Scheduler, delayMs: number, run: () => void): DelayedRun {
  let cancelTimer: (() => void) | null = null;
  let isClosed = false;
  const cancel = (): void => {
    cancelTimer?.();
    cancelTimer = null;
  };
  return {
    start() {
      if (isClosed || cancelTimer !== null) return;
      cancelTimer = schedule(delayMs, () => {
        cancelTimer = null;
        run();
      });
    },
    cancel,
    close() {
      cancel();
      isClosed = true;
    },
  };
}
