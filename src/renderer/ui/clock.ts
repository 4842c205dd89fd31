/** Clock hooks for displayed ages and countdowns. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { runAligned } from '#shared/base/alignedTimer.ts';

const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
};

interface Alarm {
  readonly runs: Set<() => void>;
  readonly stop: () => void;
}

/** One timer for everything with the same period. */
const alarms = new Map<number, Alarm>();

/** Calls `run` at whole multiples of `everyMs`, in the same screen frame as every other clock; the answer ends it. */
export function onTime(everyMs: number, run: () => void): () => void {
  let alarm = alarms.get(everyMs);
  if (alarm === undefined) {
    const runs = new Set<() => void>();
    const runAll = (): void => {
      for (const one of runs) one();
    };
    alarm = { runs, stop: runAligned(everyMs, runAll, Date.now, schedule) };
    alarms.set(everyMs, alarm);
  }
  const { runs, stop } = alarm;
  // The same function may ask twice.
  const call = (): void => run();
  runs.add(call);
  return () => {
    if (!runs.delete(call) || runs.size > 0) return;
    stop();
    alarms.delete(everyMs);
  };
}

/** Unix ms of this machine, updated at whole multiples of `everyMs`; null stops the updates. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    setNow(Date.now());
    return onTime(everyMs, () => setNow(Date.now()));
  }, [everyMs]);
  return now;
}

/**
 * What `read` makes of the time, read at whole multiples of `everyMs`: renders again only when that changes. It may read other
 * things that change; `isSame` compares results that are no primitives.
 */
export function useTimed<T>(
  everyMs: number,
  read: (nowMs: number) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ readonly value: T } | null>(null);
  return useSyncExternalStore(
    useCallback((onChange: () => void) => onTime(everyMs, onChange), [everyMs]),
    () => {
      const value = read(Date.now());
      if (last.current === null || !isSame(last.current.value, value)) last.current = { value };
      return last.current.value;
    },
  );
}
