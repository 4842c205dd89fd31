/** Height of the conditional form: its pane is as high as the form needs while that is open, where its column has the room. */
import { type RefObject, useEffect } from 'react';
import { askForHeight } from '../../domain/workspaces/paneRequests.ts';
import { usePaneId } from '../../domain/workspaces/panes.ts';

/** Asks for the height that `form` has no room for. */
export function useFormHeight(form: RefObject<HTMLElement | null>): void {
  const id = usePaneId();
  useEffect(() => {
    const element = form.current;
    if (element === null) return;
    const ask = (): void => {
      const missing = element.scrollHeight - element.clientHeight;
      const group = element.closest('.dv-groupview');
      if (missing > 0 && group !== null) askForHeight(id, group.clientHeight + missing);
    };
    ask();
    const observer = new ResizeObserver(ask);
    for (const part of element.children) observer.observe(part);
    return () => observer.disconnect();
  }, [form, id]);
  useEffect(() => () => askForHeight(id, null), [id]);
}
