/**
 * Tells main what is on screen, until main has taken it: a lost word would leave panes waiting for ever.
 *
 * Invariants  Only the newest interest is sent or repeated; one that was taken, or is on its way, is not sent again.
 * Units       Pauses of 0.5, 1, 2 … 30 s after failures in a row.
 */

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface Interest<T> {
  /** What is on screen now: replaces what was asked before, and what waits to be asked again. */
  ask(wanted: T): void;
}

export interface InterestOptions<T> {
  /** True once main has taken it; never rejects. */
  send(wanted: T): Promise<boolean>;
  /** Runs once after `delayMs`; the answer calls it off. */
  schedule(delayMs: number, run: () => void): () => void;
}

export function openInterest<T>({ send, schedule }: InterestOptions<T>): Interest<T> {
  let newest = '';
  /** Rises with every new interest: an answer to an older one decides nothing. */
  let epoch = 0;
  let failures = 0;
  let callOff = (): void => {};

  const attempt = (wanted: T, own: number): void => {
    void send(wanted).then((isTaken) => {
      if (own !== epoch) return;
      failures = isTaken ? 0 : failures + 1;
      if (isTaken) return;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
      callOff = schedule(pauseMs, () => attempt(wanted, own));
    });
  };

  return {
    ask(wanted) {
      const text = JSON.stringify(wanted);
      if (text === newest) return;
      newest = text;
      callOff();
      // Somebody looks at something new: that is worth an attempt at once, whatever failed before.
      failures = 0;
      epoch += 1;
      attempt(wanted, epoch);
    },
  };
}
