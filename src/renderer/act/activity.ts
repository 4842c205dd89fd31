/** Tells main that a person is there, so that the idle time of the lock starts anew: once in a while, never what was done. */
import { act } from './bridge.ts';

/** Least time between two notices, in ms. */
const NOTICE_EVERY_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Listens until the answer is called. */
export function watchActivity(target: Pick<Window, 'addEventListener' | 'removeEventListener'>): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  const note = (event: Event): void => {
    // Only a person's own input counts, not what a script made up.
    if (!event.isTrusted || event.timeStamp - lastMs < NOTICE_EVERY_MS) return;
    lastMs = event.timeStamp;
    void act('app.noteAct', {});
  };
  for (const sign of SIGNS) target.addEventListener(sign, note, { capture: true, passive: true });
  return () => {
    for (const sign of SIGNS) target.removeEventListener(sign, note, { capture: true });
  };
}
