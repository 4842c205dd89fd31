/**
 * Repeated timer at whole multiples of its period, so that all timers of a page run in the same screen frame.
 *
 * Units       Ms; the clock is this machine's.
 */
import type { Now, Scheduler } from './clock.ts';

/** Time from `nowMs` to the next whole multiple. */
export function untilNext(everyMs: number, nowMs: number): number {
  return everyMs - (nowMs % everyMs);
}

/** Calls `run` at every whole multiple of `everyMs`; the returned function stops it. */
export function runAligned(everyMs: number, run: () => void, now: Now, schedule: Scheduler): () => void {
  let cancel = (): void => {};
  const wait = (): void => {
    cancel = schedule(untilNext(everyMs, now()), () => {
      wait();
      run();
    });
  };
  wait();
  return () => cancel();
}
