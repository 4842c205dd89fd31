/**
 * Clock of the page: one timer for everything with the same period.
 *
 * Invariants  Is due at whole multiples of the period, so that all clocks of the page change in the same screen frame; in that of
 *             data, where some is drawn shortly after.
 * Units       Ms of this machine's clock.
 */
import { runAligned } from '#shared/base/alignedTimer.ts';
import { feed } from './feed.ts';

/** Time that a clock waits for a screen frame of data: main sends health and prices at whole seconds. */
const WAIT_MS = 50;

const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
};

/** Runs with the next screen frame of data, after `WAIT_MS` without one; the returned function cancels it. */
function runSoon(run: () => void): () => void {
  const stopTimer = schedule(WAIT_MS, () => {
    stopFrame();
    run();
  });
  const stopFrame = feed.clock.onNext(() => {
    stopTimer();
    run();
  });
  return () => {
    stopTimer();
    stopFrame();
  };
}

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
    let cancelRun = (): void => {};
    const runDue = (): void => {
      cancelRun = runSoon(runAll);
    };
    const stopTimer = runAligned(everyMs, runDue, Date.now, schedule);
    const stop = (): void => {
      stopTimer();
      cancelRun();
    };
    alarm = { runs, stop };
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
