/** Focus that a form takes when it appears. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Focuses on entering the step, also when the dialog itself is only just opening. */
export function useFirstFocus(target: RefObject<HTMLElement | null>, when: boolean): void {
  useLayoutEffect(() => {
    // showModal focuses what carries this attribute; a step that comes later is focused by hand.
    if (when) target.current?.setAttribute('autofocus', '');
    else target.current?.removeAttribute('autofocus');
  }, [target, when]);
  useEffect(() => {
    if (when) target.current?.focus();
  }, [target, when]);
}
