/**
 * Interest: tells the main process what is on screen, and repeats it until accepted.
 *
 * Units       Pauses of 0.5, 1, 2 … 30 s after failures in a row.
 * Invariants  Only the newest interest is sent or repeated; an accepted one, or one under way, is not sent again.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Scheduler } from '#shared/base/clock.ts';

const BACKOFF: Backoff = { baseMs: 500, capMs: 30_000 };

export interface Interest<T> {
  /** Replaces the previous interest, also one that waits to be repeated. */
  request(wanted: T): void;
}

export interface InterestOptions<T> {
  /** True if main accepted it; never rejects. */
  send(wanted: T): Promise<boolean>;
  readonly schedule: Scheduler;
}

export function openInterest<T>({ send, schedule }: InterestOptions<T>): Interest<T> {
  let newest = '';
  /** Rises with every new interest: results of older ones are ignored. */
  let generation = 0;
  let failures = 0;
  let cancelRepeat = (): void => {};

  const attempt = (wanted: T, startedInGeneration: number): void => {
    void send(wanted).then((isAccepted) => {
      if (startedInGeneration !== generation) return;
      failures = isAccepted ? 0 : failures + 1;
      if (isAccepted) return;
      cancelRepeat = schedule(backoffMs(BACKOFF, failures - 1), () => attempt(wanted, startedInGeneration));
    });
  };

  return {
    request(wanted) {
      const text = JSON.stringify(wanted);
      if (text === newest) return;
      newest = text;
      cancelRepeat();
      // A new interest is sent at once, whatever failed before.
      failures = 0;
      generation += 1;
      attempt(wanted, generation);
    },
  };
}
