/** Timers and clocks as arguments, so that tests own the time. */

/** Runs `fn` after a delay unless the returned function is called before. */
export type Schedule = (delayMs: number, fn: () => void) => () => void;

/** Timers of this process; `close` of the venue cancels every one. */
export const scheduleTimer: Schedule = (delayMs, fn) => {
  const timer = setTimeout(fn, delayMs);
  return () => clearTimeout(timer);
};

export interface Timing {
  /** Unix ms of this machine. */
  readonly now: () => number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly schedule: Schedule;
}

export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Full jitter: uniform between 0 and base × 2^attempt, capped; attempt counts from 0.
 * Source: exchange-interface, Limits rule 3 (1, 2, 4, 8 … 60 s).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(backoff.capMs, backoff.baseMs * 2 ** Math.min(attempt, 20)));
}
