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
  /**
   * Calls `listener` by `endFrame` instead: for what asks for a screen frame of its own, such as a chart, and would draw one
   * screen frame later than everything else.
   */
  subscribeEarly(keys: readonly string[], listener: () => void): () => void;
  /** A screen frame was asked for and is not drawn yet. */
  isDue(): boolean;
  /** A frame of main was applied: runs the early listeners of its keys. */
  endFrame(): void;
}

interface Listeners {
  isWanted(key: string): boolean;
  mark(key: string): void;
  add(keys: readonly string[], listener: () => void): () => void;
  run(): void;
}

function openListeners(): Listeners {
  const listeners = new Map<string, Set<() => void>>();
  const dirty = new Set<string>();
  const due = new Set<() => void>();
  return {
    isWanted: (key) => listeners.has(key),
    mark: (key) => void dirty.add(key),
    add(keys, listener) {
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
    run() {
      for (const key of dirty) {
        const set = listeners.get(key);
        if (set) for (const listener of set) due.add(listener);
      }
      dirty.clear();
      try {
        for (const listener of due) listener();
      } finally {
        due.clear();
      }
    },
  };
}

export function openFrameClock(
  requestFrame: (callback: () => void) => unknown,
  runAll: (run: () => void) => void = (run) => run(),
): FrameClock {
  const onScreenFrame = openListeners();
  const early = openListeners();
  let isRequested = false;
  const run = (): void => {
    isRequested = false;
    runAll(onScreenFrame.run);
  };
  return {
    mark(key) {
      if (early.isWanted(key)) early.mark(key);
      // Without a subscriber there is nothing to run: a later one reads the mirror at once.
      if (!onScreenFrame.isWanted(key)) return;
      onScreenFrame.mark(key);
      if (isRequested) return;
      isRequested = true;
      requestFrame(run);
    },
    isDue: () => isRequested,
    subscribe: onScreenFrame.add,
    subscribeEarly: early.add,
    endFrame: early.run,
  };
}
