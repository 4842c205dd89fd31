/** Clock and timers as arguments, so that pure code and tests control the time. */

/** Unix milliseconds of one named clock. */
export type Now = () => number;

/** Runs `run` once after `delayMs`; the returned function cancels it. */
export type Scheduler = (delayMs: number, run: () => void) => () => void;

/** Both clocks of a running terminal. */
export interface Clock {
  /** This machine's clock, Unix ms. */
  readonly now: Now;
  /** The exchange's clock as measured, Unix ms. */
  readonly exchangeTimeMs: Now;
}
