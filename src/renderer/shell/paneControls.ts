/**
 * Where the controls of a pane are: beside its tabs, or in a line of their own where the tabs need the room.
 *
 * Invariants  Controls never take a tab's room. They return beside the tabs only when there is room to spare, so that a
 *             counter in a tab does not move them to and fro.
 */
import { type RefObject, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';

/** Pixels that stay free between tabs and controls: the group is dragged by them. */
const GAP = 4;
/** Pixels between controls beside tabs and the menu of the pane. */
const LINE_GAP = 12;
/** Further pixels that must be free before controls return. */
const SPARE = 6;

const below = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function place(paneId: string, isBelow: boolean): void {
  if (below.has(paneId) === isBelow) return;
  if (isBelow) below.add(paneId);
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

/** What the controls in their own line would take beside the tabs; they are as wide in both places. */
function measureLine(bar: HTMLElement): number {
  const line = bar.parentElement?.querySelector<HTMLElement>('.pane-controls.below');
  const [first, last] = [line?.firstElementChild, line?.lastElementChild];
  if (!line || !first || !last) return 0;
  return last.getBoundingClientRect().right - first.getBoundingClientRect().left + LINE_GAP;
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
      const isBelow = below.has(paneId);
      const tabs = listTabs().reduce((sum, tab) => sum + tab.offsetWidth, 0);
      cancelAnimationFrame(refresh);
      // The docking library looks again at which tabs are cut off when they are scrolled, not when their neighbours leave.
      refresh = requestAnimationFrame(() =>
        bar.querySelector('.dv-tabs-container')?.dispatchEvent(new Event('scroll')),
      );
      place(paneId, needsOwnLine(available, tabs, own + (isBelow ? measureLine(bar) : 0), isBelow));
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
