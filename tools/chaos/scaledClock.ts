/**
 * Scaled clock: wall clock, steady clock and timers of which `factor` seconds pass in a real one.
 *
 * Shape       Processes with the same start, factor and steady time agree on the time. At factor 1 it is a real clock.
 * Units       Ms; Unix ms where named a wall clock.
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';

export interface ScaledClock {
  /** Unix ms. */
  readonly now: Now;
  /** Ms since the start. */
  readonly steadyMs: Now;
  readonly schedule: Scheduler;
  /** Real duration of `ms` of this clock. */
  toRealMs(ms: number): number;
}

export interface ScaledClockOptions {
  readonly factor: number;
  /** Wall clock at the start, Unix ms. */
  readonly startMs: number;
  /** Real ms since the start, from a clock that is never set. */
  readonly elapsedMs: Now;
  /** Timers of real ms. */
  readonly setTimer: Scheduler;
}

export function buildScaledClock({ factor, startMs, elapsedMs, setTimer }: ScaledClockOptions): ScaledClock {
  const steadyMs = (): number => elapsedMs() * factor;
  return {
    now: () => Math.floor(startMs + steadyMs()),
    steadyMs,
    schedule: (delayMs, run) => setTimer(delayMs / factor, run),
    toRealMs: (ms) => ms / factor,
  };
}
