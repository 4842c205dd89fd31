/** Clock hooks for displayed ages and countdowns. */
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { formatDay } from '#shared/text/times.ts';
import { onTime } from '../feed/pageClock.ts';

/** Unix ms of this machine, updated at whole multiples of `everyMs`; null stops the updates. */
export function useNow(everyMs: number | null): number {
  const now = useRef<number | null>(null);
  now.current ??= Date.now();
  // As a store, so that every clock of the page is rendered at once.
  return useSyncExternalStore(
    useCallback(
      (onChange: () => void) => {
        if (everyMs === null) return () => undefined;
        const update = (): void => {
          now.current = Date.now();
          onChange();
        };
        update();
        return onTime(everyMs, update);
      },
      [everyMs],
    ),
    () => now.current ?? 0,
  );
}

/** A time of today; another one, with a rendering, when another day begins in the shown time zone. */
export function useToday(): number {
  return useTimed(60_000, (nowMs) => nowMs, isOfOneDay);
}

function isOfOneDay(ms: number, otherMs: number): boolean {
  return formatDay(ms, 'machine') === formatDay(otherMs, 'machine');
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
