/**
 * Rate window: at most `max` uses in any window of time.
 *
 * Units       Milliseconds; a clock that is set back starts again.
 */
export interface RateWindowOptions {
  readonly max: number;
  readonly windowMs: number;
  now(): number;
}

/** Counts a use and returns null; at the limit returns the seconds until the next use is possible. */
export type RateWindow = () => number | null;

export function openRateWindow({ max, windowMs, now }: RateWindowOptions): RateWindow {
  let usedAtMs: readonly number[] = [];
  return () => {
    const atMs = now();
    usedAtMs = usedAtMs.filter((earlierMs) => earlierMs <= atMs && atMs - earlierMs < windowMs);
    const [oldestMs] = usedAtMs;
    if (oldestMs !== undefined && usedAtMs.length >= max) return Math.ceil((oldestMs + windowMs - atMs) / 1000);
    usedAtMs = [...usedAtMs, atMs];
    return null;
  };
}
