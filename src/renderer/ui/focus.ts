/** First focus of a form, and whether a dialog takes the keys. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Marks the element that a dialog focuses when it opens. */
export const FIRST_FOCUS = 'data-first-focus';

/** Set on a dialog once it has placed its first focus. */
export const HAS_OPENED = 'data-has-opened';

const DIALOGS = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** True from the opening of a dialog on: for a moment the focus is still behind it. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOGS) !== null;
}

/**
 * Whether a dialog that closes may give the focus back: not where nothing had it. The dialog library would then choose what had the
 * focus some time before, such as the button that locks.
 */
export function useFocusReturn(): () => boolean {
  const [hadFocus] = useState(() => document.activeElement !== null && document.activeElement !== document.body);
  return () => hadFocus;
}

/** Focuses `target` when `when` becomes true. */
export function useFirstFocus(target: RefObject<HTMLElement | null>, when: boolean): void {
  useLayoutEffect(() => {
    target.current?.toggleAttribute(FIRST_FOCUS, when);
  }, [target, when]);
  useEffect(() => {
    const dialog = target.current?.closest('[role="dialog"]');
    // An opening dialog places the focus itself, after noting which element had it before.
    if (when && (!dialog || dialog.hasAttribute(HAS_OPENED))) target.current?.focus();
  }, [target, when]);
}
