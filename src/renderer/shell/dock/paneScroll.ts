/** Scroll of a pane's lists: kept with its settings, and taken up again when the pane opens. */
import { type RefObject, useEffect } from 'react';
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { listenToKeysIn } from '../../ui/keys.ts';

/** Lists that show the newest first begin there. */
const LISTS = '.scroll:not([role="log"])';

type Places = Readonly<Record<string, number>>;

/** Pixels by the place of the list in its pane. */
const scrollSetting = createPaneSetting<Places>('scroll', {}, (saved) => {
  if (typeof saved !== 'object' || saved === null) return null;
  return Object.fromEntries(Object.entries(saved).filter(([, top]) => Number.isFinite(top) && top > 0)) as Places;
});

/** Keeps and restores what `box` scrolls while the pane is in front. */
export function usePaneScroll(paneId: string, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = box.current;
    if (root === null) return;
    const listLists = (): readonly HTMLElement[] => [...root.querySelectorAll<HTMLElement>(LISTS)];
    const wanted = new Map(Object.entries(scrollSetting.get(paneId)));
    // A list is as long as it was only once its rows are there.
    const restore = (): void => {
      for (const [at, list] of listLists().entries()) {
        const top = wanted.get(`${at}`);
        if (top === undefined || list.scrollHeight - list.clientHeight < top) continue;
        wanted.delete(`${at}`);
        list.scrollTop = top;
      }
      if (wanted.size === 0) rows.disconnect();
    };
    const rows = new MutationObserver(restore);
    if (wanted.size > 0) rows.observe(root, { childList: true, subtree: true, attributeFilter: ['style'] });
    // A person who scrolls meanwhile has chosen another place.
    const giveUp = (): void => {
      wanted.clear();
      rows.disconnect();
    };
    const keep = (): void => {
      if (wanted.size > 0) return;
      const tops = listLists().flatMap((list, at) =>
        list.scrollTop > 0 ? [[`${at}`, Math.round(list.scrollTop)] as const] : [],
      );
      const next: Places = Object.fromEntries(tops);
      if (JSON.stringify(next) !== JSON.stringify(scrollSetting.get(paneId))) scrollSetting.set(paneId, next);
    };
    const stopKeys = listenToKeysIn(root, giveUp);
    root.addEventListener('wheel', giveUp, { passive: true });
    root.addEventListener('pointerdown', giveUp);
    root.addEventListener('scrollend', keep, { capture: true });
    restore();
    return () => {
      rows.disconnect();
      stopKeys();
      root.removeEventListener('wheel', giveUp);
      root.removeEventListener('pointerdown', giveUp);
      root.removeEventListener('scrollend', keep, { capture: true });
    };
  }, [paneId, box]);
}
