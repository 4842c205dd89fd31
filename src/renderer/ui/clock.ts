/** Clock hook for displayed ages and countdowns. */
import { useEffect, useState } from 'react';

/** Unix ms of this machine, updated every `everyMs`; null stops the updates. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
}
