/** This machine's clock for words on screen ('4.1 s', 'closes in 2 m'): re-renders at the pace that the words need. */
import { useEffect, useState } from 'react';

/** Unix ms, read again every `everyMs`; null stands still, for a pane that shows no age now. */
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
