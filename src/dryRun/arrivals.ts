/** Work that is due at a time of the simulated clock, in the order in which it was added. */

export interface Arrivals {
  /** Times never fall from one call to the next. */
  add(atMs: number, run: () => void): void;
  /** Runs what is due; what this adds is run by a later call. */
  deliver(nowMs: number): void;
}

export function createArrivals(): Arrivals {
  let waiting: { readonly atMs: number; readonly run: () => void }[] = [];
  return {
    add(atMs, run) {
      waiting.push({ atMs, run });
    },
    deliver(nowMs) {
      if (waiting.length === 0 || waiting[0]!.atMs > nowMs) return;
      const due = waiting.filter(({ atMs }) => atMs <= nowMs);
      waiting = waiting.filter(({ atMs }) => atMs > nowMs);
      for (const { run } of due) run();
    },
  };
}
