/** Clock hook for displayed ages and countdowns. */
import { useEffect, useState } from 'react';
import { runAligned } from '#shared/base/alignedTimer.ts';

const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = window.setTimeout(run, delayMs);
  return () => window.clearTimeout(timer);
};

/** Unix ms of this machine, updated at whole multiples of `everyMs`; null stops the updates. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    setNow(Date.now());
    return runAligned(everyMs, () => setNow(Date.now()), Date.now, schedule);
  }, [everyMs]);
  return now;
}
