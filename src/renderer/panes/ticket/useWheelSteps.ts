/** Steps of a field by the mouse wheel, only while the field has the focus: a page that scrolls by changes nothing. */
import { type RefObject, useEffect, useRef } from 'react';

/** @param onStep +1 for a turn away from the person, −1 towards; ten times as far with Shift. */
export function useWheelSteps(onStep: (steps: number) => void): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onStep);
  latest.current = onStep;
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    // React's own listener is passive and cannot keep the pane from scrolling.
    const onWheel = (event: WheelEvent): void => {
      // With Shift, browsers report a horizontal turn.
      const turn = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (document.activeElement !== element || turn === 0) return;
      event.preventDefault();
      latest.current((turn < 0 ? 1 : -1) * (event.shiftKey ? 10 : 1));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
  return input;
}
