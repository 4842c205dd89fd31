/**
 * Undo of the dock: closed panes, those that return from a window of their own, and whole layouts come back with their places,
 * settings and links.
 *
 * Invariants  Such a pane returns to its exact place while the dock is otherwise as it was; else to the usual place of
 *             its kind.
 */
import type { DockviewApi } from 'dockview-react';
import { followMarket, linkKeyOf } from '../../domain/workspaces/links.ts';
import { closePaneRecord, usePanes } from '../../domain/workspaces/panes.ts';
import { openRecord, placeSaved, readPane } from './dockPanels.ts';
import type { SavedPane } from './savedLayout.ts';

type Dock = ReturnType<DockviewApi['toJSON']>;

interface Departure {
  readonly ids: readonly string[];
  readonly before: Dock;
  /** Shape of the dock without them. */
  readonly after: string;
}

const departures = new WeakMap<DockviewApi, readonly Departure[]>();

/** Runs `remove`, which takes panes to another window, and remembers where they were. */
export function leaving(api: DockviewApi, ids: readonly string[], remove: () => void): void {
  const before = api.toJSON();
  remove();
  const others = departures.get(api)?.filter((one) => !one.ids.some((id) => ids.includes(id))) ?? [];
  departures.set(api, [...others, { ids, before, after: formatShape(api.toJSON()) }]);
}

/** Puts panes that left together back to their places; else to the usual places of their kinds. */
export function returning(api: DockviewApi, panes: readonly (readonly [string, SavedPane])[]): void {
  const left = departures.get(api) ?? [];
  const own = left.find(({ ids }) => ids.length === panes.length && panes.every(([id]) => ids.includes(id)));
  departures.set(
    api,
    left.filter((one) => one !== own),
  );
  if (own && formatShape(api.toJSON()) === own.after) showDock(api, own.before, panes);
  else for (const [id, pane] of panes) placeSaved(api, id, pane);
}

/** Runs `remove`, which takes panes out of the dock; the answer puts them back. */
export function removing(api: DockviewApi, ids: readonly string[], remove: () => void): () => void {
  const before = api.toJSON();
  const panes = ids.flatMap((id) => {
    const pane = readPane(id);
    return pane ? [[id, pane] as const] : [];
  });
  remove();
  const after = formatShape(api.toJSON());
  return () => {
    const isFree = panes.every(([id]) => !(id in usePanes.getState().panes));
    if (isFree && formatShape(api.toJSON()) === after) showDock(api, before, panes);
    else for (const [id, pane] of panes) placeSaved(api, id, pane)?.api.setActive();
  };
}

/** Shows `dock`, whose panes are the open ones and `panes`. */
function showDock(api: DockviewApi, dock: Dock, panes: readonly (readonly [string, SavedPane])[]): void {
  for (const [id, { name, link, market, settings }] of panes) {
    openRecord(id, name, link, settings);
    if (link === 'none' && market !== null) followMarket(linkKeyOf(id, link), market);
  }
  api.fromJSON(dock, { reuseExistingPanels: true });
  const [last] = panes.at(-1) ?? [];
  if (last !== undefined) api.getPanel(last)?.api.setActive();
  for (const id of Object.keys(usePanes.getState().panes)) if (!api.getPanel(id)) closePaneRecord(id);
}

/** Which panes are in which group, and how the groups divide the dock; not the sizes, and not which pane is in front. */
function formatShape({ grid, floatingGroups }: Dock): string {
  const shapeOf = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null || !('data' in node)) return null;
    const { data } = node;
    if (Array.isArray(data)) return data.map(shapeOf);
    return typeof data === 'object' && data !== null && 'views' in data ? { views: data.views } : null;
  };
  const floating = (floatingGroups ?? []).map(({ data, grid: nested }) => data?.views ?? shapeOf(nested?.root));
  return JSON.stringify([grid.orientation, shapeOf(grid.root), floating]);
}
