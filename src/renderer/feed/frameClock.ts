/**
 * Frame clock: runs the listeners of dirty keys at most once per screen frame.
 *
 * Invariants  Listeners that write into elements run after those that draw: to set the font of a canvas, a browser lays out at
 *             once what was written before.
 *             What listeners of one screen frame change in React is rendered within that frame, by `runAll`: rendered after it,
 *             it would need a second screen frame.
 */

type Listener = () => void;

export interface FrameClock {
  /** Marks a key dirty. */
  mark(key: string): void;
  /** Calls `listener` on the screen frame after one of the keys was marked; the returned function unsubscribes. */
  subscribe(keys: readonly string[], listener: Listener): () => void;
  /** The same, for a listener that writes into elements itself. */
  subscribeWriter(keys: readonly string[], listener: Listener): () => void;
  /** Calls `run` once, in the next screen frame with a dirty key; the returned function cancels it. */
  onNext(run: () => void): () => void;
  /** A screen frame was asked for and is not drawn yet. */
  isDue(): boolean;
}

export function openFrameClock(
  requestFrame: (callback: () => void) => unknown,
  runAll: (run: () => void) => void = (run) => run(),
): FrameClock {
  const listeners = new Map<string, Set<Listener>>();
  const writers = new Set<Listener>();
  const dirty = new Set<string>();
  const joined = new Set<() => void>();
  let isRequested = false;
  const runDue = (): void => {
    const due = new Set<Listener>();
    for (const key of dirty) for (const listener of listeners.get(key) ?? []) due.add(listener);
    dirty.clear();
    for (const listener of due) if (!writers.has(listener)) listener();
    for (const run of [...joined]) if (joined.delete(run)) run();
    for (const listener of due) if (writers.has(listener)) listener();
  };
  const run = (): void => {
    isRequested = false;
    runAll(runDue);
  };
  function subscribe(keys: readonly string[], listener: Listener): () => void {
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
  }

  return {
    mark(key) {
      // Without a subscriber there is nothing to run: a later one reads the mirror at once.
      if (!listeners.has(key)) return;
      dirty.add(key);
      if (isRequested) return;
      isRequested = true;
      requestFrame(run);
    },
    onNext(run) {
      const call = (): void => run();
      joined.add(call);
      return () => void joined.delete(call);
    },
    isDue: () => isRequested,
    subscribe,
    subscribeWriter(keys, listener) {
      writers.add(listener);
      const stop = subscribe(keys, listener);
      return () => {
        writers.delete(listener);
        stop();
      };
    },
  };
}
