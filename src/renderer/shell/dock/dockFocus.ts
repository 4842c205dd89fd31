/**
 * Makes the pane with the focus the active one, which pane keys act on.
 *
 * Invariants  The docking library does so when the focus comes from outside of the group. It misses a focus that leaves the group
 *             and returns before its timer, and a press in a pane that kept the focus while another pane was shown.
 */
import type { DockviewApi } from 'dockview-react';

const EVENTS = ['focusin', 'pointerdown'] as const;

/** `dock` is around the groups of `api`, which is null before the library is ready. Returns a function that stops. */
export function followFocus(dock: HTMLElement, api: () => DockviewApi | null): () => void {
  const follow = ({ target }: Event): void => {
    const content = target instanceof Element ? target.closest('.dv-content-container') : null;
    const group = content === null ? undefined : api()?.groups.find(({ element }) => element.contains(content));
    if (group && group !== api()?.activeGroup) group.api.setActive();
  };
  for (const name of EVENTS) dock.addEventListener(name, follow);
  return () => {
    for (const name of EVENTS) dock.removeEventListener(name, follow);
  };
}
