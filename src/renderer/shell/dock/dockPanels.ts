/** Panels of the dock with their pane records: adds the first and further panes of a kind, and reads their state. */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { keepDraft } from '../../act/draft.ts';
import {
  followMarket,
  LINK_COLOURS,
  linkKeyOf,
  marketOf,
  type PaneLink,
  useLinks,
} from '../../domain/workspaces/links.ts';
import { openPaneRecord, type PaneSettings, paneRecord, usePanes } from '../../domain/workspaces/panes.ts';
import { PANES } from '../registry.ts';
import { placeAnother, placePane } from './defaultLayout.ts';
import { formatPaneTitle, nextPaneId } from './paneIds.ts';
import type { KeptDrafts, LinkedMarkets, SavedPane } from './savedLayout.ts';

export function addBeside(api: DockviewApi, source: IDockviewPanel, link: PaneLink, settings: PaneSettings): void {
  const name = nameOf(source);
  const id = nextPaneId(name, Object.keys(usePanes.getState().panes));
  const market = marketOf(linkKeyOf(source.id, paneRecord(source.id)?.link ?? 'none'));
  openRecord(id, name, link, settings);
  const key = linkKeyOf(id, link);
  if (market !== null && marketOf(key) === null) followMarket(key, market);
  placeAnother(api, name, id, source);
}

/** Opens the first pane of a kind at its usual place. */
export function placeFirst(api: DockviewApi, name: string, link: PaneLink = 'blue'): IDockviewPanel | undefined {
  const id = nextPaneId(name, Object.keys(usePanes.getState().panes));
  openRecord(id, name, link, {});
  return placePane(api, name, id);
}

/** Opens a pane with a state it had before: in another window, or before it was closed. */
export function placeSaved(api: DockviewApi, id: string, pane: SavedPane): IDockviewPanel | undefined {
  const { name, link, market, settings } = pane;
  const source = panelsOf(api, name).at(-1);
  const free = nextPaneIdLike(id, name);
  openRecord(free, name, link, settings);
  if (link === 'none' && market !== null) followMarket(linkKeyOf(free, link), market);
  if (source) placeAnother(api, name, free, source);
  else placePane(api, name, free);
  return api.getPanel(free);
}

function nextPaneIdLike(id: string, name: string): string {
  const taken = Object.keys(usePanes.getState().panes);
  return taken.includes(id) ? nextPaneId(name, taken) : id;
}

/** Panes that show no market have no colour. */
export function openRecord(id: string, name: string, link: PaneLink, settings: PaneSettings): void {
  openPaneRecord(id, { name, link: PANES.get(name)?.link ? link : 'none', settings });
}

/** The first colour that no pane of this kind has: a second chart, ladder and tape share one. */
export function freeLink(name: string): PaneLink {
  const used = Object.values(usePanes.getState().panes).flatMap((pane) => (pane.name === name ? [pane.link] : []));
  return LINK_COLOURS.find((colour) => !used.includes(colour)) ?? 'none';
}

export function panelsOf(api: DockviewApi, name: string): readonly IDockviewPanel[] {
  return api.panels.filter((panel) => nameOf(panel) === name);
}

export function nameOf(panel: IDockviewPanel): string {
  return panel.view.contentComponent;
}

/** Title of a pane by its kind and id: 'Ladder 2'. */
export function titleOf(name: string, id: string): string {
  return formatPaneTitle(PANES.get(name)?.title ?? name, name, id);
}

export interface DockState {
  readonly panes: Readonly<Record<string, SavedPane>>;
  readonly markets: LinkedMarkets;
  readonly drafts: KeptDrafts;
}

export function readPane(id: string): SavedPane | null {
  const pane = paneRecord(id);
  if (!pane) return null;
  const { name, link, settings } = pane;
  return { name, link, market: link === 'none' ? marketOf(linkKeyOf(id, link)) : null, settings };
}

export function readState(): DockState {
  const panes = Object.keys(usePanes.getState().panes).flatMap((id) => {
    const pane = readPane(id);
    return pane ? [[id, pane] as const] : [];
  });
  const { markets } = useLinks.getState();
  const linked = LINK_COLOURS.flatMap((colour) => (markets[colour] ? [[colour, markets[colour]] as const] : []));
  const keys = [...LINK_COLOURS, ...Object.keys(usePanes.getState().panes).map((id) => linkKeyOf(id, 'none'))];
  const drafts = keys.flatMap((key) => {
    const draft = keepDraft(key);
    return draft === null ? [] : [[key, draft] as const];
  });
  return {
    panes: Object.fromEntries(panes),
    markets: Object.fromEntries(linked),
    drafts: Object.fromEntries(drafts),
  };
}
