/** Clock, randomness and timers of the client, as arguments. */
import type { Now, Scheduler } from '#shared/base/clock.ts';

export interface Timing {
  /** This machine's clock. */
  readonly now: Now;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly schedule: Scheduler;
}

/** Lets everything else of this process run that waits for its turn. */
export type Pause = () => Promise<void>;

export const pauseTurn: Pause = () => new Promise((resolve) => setImmediate(resolve));

/** Timers of this process. */
export const scheduleTimer: Scheduler = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
