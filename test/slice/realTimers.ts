/** The scheduler of the running program, for programs of these tests. */
import type { Scheduler } from '#shared/base/clock.ts';

export const schedule: Scheduler = (delayMs, run) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
