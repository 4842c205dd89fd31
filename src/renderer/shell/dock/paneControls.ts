/**
 * Where the controls of a pane are: beside its tabs, or in a line of their own where the tabs need the room.
 *
 * Invariants  Controls never take a tab's room. They return beside the tabs only when there is room to spare, so that a
 *             counter in a tab does not move them to and fro.
 */
import { type RefObject, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';

/** Pixels that stay free between tabs and controls: the group is dragged by them. */
const GAP = 4;
/** Further pixels that must be free before controls return. */
const SPARE = 6;

/** Panes whose controls are in a line of their own, with the pixels that controls and menu need beside the tabs. */
const below = new Map<string, number>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function place(paneId: string, isBelow: boolean, width: number): void {
  if (below.has(paneId) === isBelow) return;
  if (isBelow) below.set(paneId, width);
  else below.delete(paneId);
  for (const listener of listeners) listener();
}

/** True while the controls of the pane are in their own line. */
export function useControlsBelow(paneId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => below.has(paneId), [paneId]),
  );
}

/** Where controls of this width go; `isBelow` says where they are now. */
export function needsOwnLine(available: number, tabs: number, controls: number, isBelow: boolean): boolean {
  return tabs + controls + GAP + (isBelow ? SPARE : 0) > available;
}

/** Keeps the controls of the pane in front where they fit; `actions` is the part of the tab bar at the right. */
export function usePlacedControls(
  actions: RefObject<HTMLElement | null>,
  paneId: string | null,
  tabCount: number,
): void {
  // Before the first paint; `tabCount` asks for the tabs that are observed.
  useLayoutEffect(() => {
    const bar = actions.current?.closest<HTMLElement>('.dv-tabs-and-actions-container');
    if (!bar || paneId === null || tabCount === 0) return;
    const listTabs = (): readonly HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('.dv-tab')];
    let frame = 0;
    let refresh = 0;
    const measure = (): void => {
      const available = bar.clientWidth;
      const own = actions.current?.offsetWidth ?? 0;
      if (available === 0 || own === 0) return;
      // Controls have other widths in their own line: only the width beside the tabs counts, also for their return.
      const width = below.get(paneId) ?? own;
      const tabs = listTabs().reduce((sum, tab) => sum + tab.offsetWidth, 0);
      cancelAnimationFrame(refresh);
      // The docking library looks again at which tabs are cut off when they are scrolled, not when their neighbours leave.
      refresh = requestAnimationFrame(() =>
        bar.querySelector('.dv-tabs-container')?.dispatchEvent(new Event('scroll')),
      );
      place(paneId, needsOwnLine(available, tabs, width, below.has(paneId)), width);
    };
    measure();
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    });
    for (const element of [bar, actions.current, ...listTabs()]) if (element) observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(refresh);
      observer.disconnect();
    };
  }, [actions, paneId, tabCount]);
}
