/** One clock for all panes: wakes whoever watches a dirty key, at most once per screen frame. */

export interface FrameClock {
  mark(key: string): void;
  /** Calls back on the frame after a mark of any of the keys; returns the way out. */
  subscribe(keys: readonly string[], listener: () => void): () => void;
}

export function openFrameClock(requestFrame: (callback: () => void) => unknown): FrameClock {
  const listeners = new Map<string, Set<() => void>>();
  const dirty = new Set<string>();
  let asked = false;
  const run = (): void => {
    asked = false;
    const woken = new Set<() => void>();
    for (const key of dirty) for (const listener of listeners.get(key) ?? []) woken.add(listener);
    dirty.clear();
    for (const listener of woken) listener();
  };
  return {
    mark(key) {
      dirty.add(key);
      if (asked || !listeners.has(key)) {
        // Nobody watches: the mirror holds the value, and a later subscriber reads it at once.
        if (!listeners.has(key)) dirty.delete(key);
        return;
      }
      asked = true;
      requestFrame(run);
    },
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
