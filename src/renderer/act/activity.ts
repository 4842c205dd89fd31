/** Reports user activity to the main process, which restarts the lock's idle time; it never says what the user did. */
import { act } from './bridge.ts';

/** Least time between two reports, in ms. */
const REPORT_EVERY_MS = 10_000;
const EVENTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Listens until the returned function is called. */
export function watchActivity(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  const report = (event: Event): void => {
    // Only real input counts, not events made by a script.
    if (!event.isTrusted || event.timeStamp - lastMs < REPORT_EVERY_MS) return;
    lastMs = event.timeStamp;
    void act('app.noteAct', {});
  };
  for (const name of EVENTS) target.addEventListener(name, report, { capture: true, passive: true });
  return () => {
    for (const name of EVENTS) target.removeEventListener(name, report, { capture: true });
  };
}
