/**
 * Clock of the page: one timer for everything with the same period.
 *
 * Invariants  Runs at whole multiples of the period, so that all clocks of the page change in the same screen frame.
 * Units       Ms of this machine's clock.
 */
import { runAligned } from '#shared/base/alignedTimer.ts';

const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
};

interface Alarm {
  readonly runs: Set<() => void>;
  readonly stop: () => void;
}

/** By period. */
const alarms = new Map<number, Alarm>();

/** Calls `run` at whole multiples of `everyMs`; the returned function stops it. */
export function onTime(everyMs: number, run: () => void): () => void {
  let alarm = alarms.get(everyMs);
  if (alarm === undefined) {
    const runs = new Set<() => void>();
    const runAll = (): void => {
      for (const one of runs) one();
    };
    alarm = { runs, stop: runAligned(everyMs, runAll, Date.now, schedule) };
    alarms.set(everyMs, alarm);
  }
  const { runs, stop } = alarm;
  // The same function may ask twice.
  const call = (): void => run();
  runs.add(call);
  return () => {
    if (!runs.delete(call) || runs.size > 0) return;
    stop();
    alarms.delete(everyMs);
  };
}
