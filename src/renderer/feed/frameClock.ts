/**
 * Frame clock: runs the listeners of dirty keys at most once per screen frame.
 *
 * Invariants  What listeners of one screen frame change in React is rendered within that frame, by `runAll`: rendered after it,
 *             it would need a second screen frame.
 */

export interface FrameClock {
  /** Marks a key dirty. */
  mark(key: string): void;
  /** Calls `listener` on the screen frame after one of the keys was marked; the answer unsubscribes. */
  subscribe(keys: readonly string[], listener: () => void): () => void;
  /** A screen frame was asked for and is not drawn yet. */
  isDue(): boolean;
}

export function openFrameClock(
  requestFrame: (callback: () => void) => unknown,
  runAll: (run: () => void) => void = (run) => run(),
): FrameClock {
  const listeners = new Map<string, Set<() => void>>();
  const dirty = new Set<string>();
  let isRequested = false;
  const runDue = (): void => {
    const due = new Set<() => void>();
    for (const key of dirty) for (const listener of listeners.get(key) ?? []) due.add(listener);
    dirty.clear();
    for (const listener of due) listener();
  };
  const run = (): void => {
    isRequested = false;
    runAll(runDue);
  };
  return {
    mark(key) {
      // Without a subscriber there is nothing to run: a later one reads the mirror at once.
      if (!listeners.has(key)) return;
      dirty.add(key);
      if (isRequested) return;
      isRequested = true;
      requestFrame(run);
    },
    isDue: () => isRequested,
    subscribe(keys, listener) {
      for (const key of keys) {
        let set = listeners.get(key);
        if (!set) {
          set = new Set();
          listeners.set(key, set);
        }
        set.add(listener);
      }
      return () => {
        for (const key of keys) {
          const set = listeners.get(key);
          set?.delete(listener);
          if (set?.size === 0) listeners.delete(key);
        }
      };
    },
  };
}
