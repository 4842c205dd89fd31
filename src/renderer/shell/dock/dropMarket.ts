/** Drop of a market on a pane: the pane's link group, or the pane alone, shows it. */
import { followMarket, linkKeyOf, readDraggedMarket } from '../../domain/workspaces/links.ts';
import { paneRecord } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { PANES } from '../registry.ts';

const TARGET = 'drop-target';

/** Accepts markets in `dock`; the returned function stops it. */
export function acceptMarkets(dock: HTMLElement): () => void {
  let target: Element | null = null;
  const mark = (next: Element | null): void => {
    if (next === target) return;
    target?.classList.remove(TARGET);
    next?.classList.add(TARGET);
    target = next;
  };
  /** The pane under the pointer, if it shows markets. */
  const paneAt = (event: DragEvent): HTMLElement | null => {
    const pane = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pane-id]') : null;
    const record = paneRecord(pane?.dataset.paneId ?? '');
    return pane && record && PANES.get(record.name)?.link ? pane : null;
  };
  const onDragOver = (event: DragEvent): void => {
    const pane = readDraggedMarket(event.dataTransfer) === null ? null : paneAt(event);
    mark(pane);
    if (!pane) return;
    // The docking library divides panes at the same events.
    event.stopPropagation();
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'link';
  };
  const onDrop = (event: DragEvent): void => {
    const pane = readDraggedMarket(event.dataTransfer) === null ? null : paneAt(event);
    mark(null);
    if (!pane) return;
    event.stopPropagation();
    event.preventDefault();
    const id = readDraggedMarket(event.dataTransfer);
    const market = feed.catalogue()?.markets.find((one) => one.id === id);
    const paneId = pane.dataset.paneId ?? '';
    const record = paneRecord(paneId);
    if (market && record) followMarket(linkKeyOf(paneId, record.link), market.id);
  };
  const onLeave = (event: DragEvent): void => {
    if (!(event.relatedTarget instanceof Node) || !dock.contains(event.relatedTarget)) mark(null);
  };
  dock.addEventListener('dragover', onDragOver, { capture: true });
  dock.addEventListener('drop', onDrop, { capture: true });
  dock.addEventListener('dragleave', onLeave);
  const onEnd = (): void => mark(null);
  window.addEventListener('dragend', onEnd);
  return () => {
    dock.removeEventListener('dragover', onDragOver, { capture: true });
    dock.removeEventListener('drop', onDrop, { capture: true });
    dock.removeEventListener('dragleave', onLeave);
    window.removeEventListener('dragend', onEnd);
  };
}
