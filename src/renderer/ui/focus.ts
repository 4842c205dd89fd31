/** First focus of a form. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Marks the element that a dialog focuses when it opens. */
export const FIRST_FOCUS = 'data-first-focus';

/** Focuses `target` when `when` becomes true, also if its dialog is only opening. */
export function useFirstFocus(target: RefObject<HTMLElement | null>, when: boolean): void {
  useLayoutEffect(() => {
    target.current?.toggleAttribute(FIRST_FOCUS, when);
  }, [target, when]);
  useEffect(() => {
    if (when) target.current?.focus();
  }, [target, when]);
}
