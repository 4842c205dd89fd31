/**
 * Dock control: opens the saved or the default layout, serves pane requests, saves changes.
 *
 * Invariants  Every panel has a pane record from before it is drawn until it is closed.
 */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { act } from '../act/bridge.ts';
import { setPaneActions } from '../domain/actions.ts';
import { followMarket, LINK_COLOURS, linkKeyOf, marketOf, type PaneLink, useLinks } from '../domain/links.ts';
import { type PaneRequest, paneRequests } from '../domain/paneRequests.ts';
import { closePaneRecord, openPaneRecord, type PaneSettings, paneRecord, usePanes } from '../domain/panes.ts';
import { listOpenPlaces, placeAnother, placePane } from './defaultLayout.ts';
import { formatPaneTitle, nextPaneId } from './paneIds.ts';
import { PANES } from './registry.ts';
import { formatLayout, type LinkedMarkets, listNewPanes, type SavedLayout, type SavedPane } from './savedLayout.ts';

const SAVE_AFTER_MS = 800;

type Network = AppInfo['network'] | null;

/** Opens the layout in `api`; the returned function stops it. */
export function openDock(api: DockviewApi, saved: SavedLayout | null, network: Network): () => void {
  if (!restore(api, saved, network)) for (const name of listOpenPlaces(network)) placeFirst(api, name);

  let timer: number | null = null;
  let lastSaved = '';
  const save = (): void => {
    const text = formatLayout(api.toJSON(), readState(), listOpenPlaces(network), saved);
    if (text === lastSaved) return;
    lastSaved = text;
    void act('layout.save', { json: text });
  };
  const saveSoon = (): void => {
    if (timer !== null) window.clearTimeout(timer);
    timer = window.setTimeout(save, SAVE_AFTER_MS);
  };
  const stops = [
    paneRequests.on((request) => serveRequest(api, request)),
    usePanes.subscribe(saveSoon),
    useLinks.subscribe(saveSoon),
  ];
  const subscriptions = [
    api.onDidLayoutChange(saveSoon),
    api.onDidActivePanelChange(({ panel }) => showPaneActions(panel ?? null)),
    api.onDidRemovePanel(({ id }) => {
      // A panel that moves to another group is removed and added in one step.
      queueMicrotask(() => {
        if (!api.getPanel(id)) closePaneRecord(id);
      });
    }),
  ];
  return () => {
    if (timer !== null) window.clearTimeout(timer);
    for (const stop of stops) stop();
    for (const subscription of subscriptions) subscription.dispose();
  };
}

/** The actions of the pane in front; a pane used last stays in front while the focus is in the top bar. */
function showPaneActions(panel: IDockviewPanel | null): void {
  const pane = panel ? PANES.get(nameOf(panel)) : undefined;
  setPaneActions(panel && { id: panel.id, actions: pane?.actions?.(panel.id) ?? [] }, pane?.link !== undefined);
}

/** False when there is no layout that can be restored. */
function restore(api: DockviewApi, saved: SavedLayout | null, network: Network): boolean {
  if (saved === null) return false;
  for (const colour of LINK_COLOURS) {
    const market = saved.markets[colour];
    if (market) followMarket(colour, market);
  }
  for (const [id, { name, link, market, settings }] of Object.entries(saved.panes)) {
    openRecord(id, name, link, settings);
    if (link === 'none' && market !== null) followMarket(linkKeyOf(id, link), market);
  }
  try {
    // The docking library checks its own value, and throws.
    api.fromJSON(saved.dock as Parameters<DockviewApi['fromJSON']>[0]);
  } catch {
    api.clear();
  }
  if (api.panels.length === 0) {
    for (const id of Object.keys(saved.panes)) closePaneRecord(id);
    return false;
  }
  for (const panel of api.panels) {
    const name = nameOf(panel);
    panel.api.setTitle(formatPaneTitle(PANES.get(name)?.title ?? name, name, panel.id));
  }
  for (const name of listNewPanes(saved, listOpenPlaces(network))) placeFirst(api, name);
  return true;
}

function serveRequest(api: DockviewApi, request: PaneRequest): void {
  switch (request.kind) {
    case 'show':
      (panelsOf(api, request.name)[0] ?? placeFirst(api, request.name))?.api.setActive();
      return;
    case 'add': {
      const source = panelsOf(api, request.name).at(-1);
      if (source) addBeside(api, source, request.link ?? freeLink(request.name), {});
      else placeFirst(api, request.name, request.link)?.api.setActive();
      return;
    }
    case 'reveal': {
      const panel = api.getPanel(request.id);
      if (panel && !panel.api.isVisible) panel.api.setActive();
      return;
    }
    case 'duplicate': {
      const source = api.getPanel(request.id);
      const pane = paneRecord(request.id);
      if (source && pane) addBeside(api, source, pane.link, pane.settings);
      return;
    }
    case 'close':
      api.getPanel(request.id)?.api.close();
  }
}

function addBeside(api: DockviewApi, source: IDockviewPanel, link: PaneLink, settings: PaneSettings): void {
  const name = nameOf(source);
  const id = nextPaneId(name, Object.keys(usePanes.getState().panes));
  const market = marketOf(linkKeyOf(source.id, paneRecord(source.id)?.link ?? 'none'));
  openRecord(id, name, link, settings);
  const key = linkKeyOf(id, link);
  if (market !== null && marketOf(key) === null) followMarket(key, market);
  placeAnother(api, name, id, source);
}

function placeFirst(api: DockviewApi, name: string, link: PaneLink = 'blue'): IDockviewPanel | undefined {
  const id = nextPaneId(name, Object.keys(usePanes.getState().panes));
  openRecord(id, name, link, {});
  return placePane(api, name, id);
}

/** Panes that show no market have no colour. */
function openRecord(id: string, name: string, link: PaneLink, settings: PaneSettings): void {
  openPaneRecord(id, { name, link: PANES.get(name)?.link ? link : 'none', settings });
}

/** The first colour that no pane of this kind has: a second chart, ladder and tape share one. */
function freeLink(name: string): PaneLink {
  const used = Object.values(usePanes.getState().panes).flatMap((pane) => (pane.name === name ? [pane.link] : []));
  return LINK_COLOURS.find((colour) => !used.includes(colour)) ?? 'none';
}

function panelsOf(api: DockviewApi, name: string): readonly IDockviewPanel[] {
  return api.panels.filter((panel) => nameOf(panel) === name);
}

function nameOf(panel: IDockviewPanel): string {
  return panel.view.contentComponent;
}

function readState(): { readonly panes: Readonly<Record<string, SavedPane>>; readonly markets: LinkedMarkets } {
  const panes = Object.entries(usePanes.getState().panes).map(([id, { name, link, settings }]) => {
    const market = link === 'none' ? marketOf(linkKeyOf(id, link)) : null;
    return [id, { name, link, market, settings }] as const;
  });
  const { markets } = useLinks.getState();
  const linked = LINK_COLOURS.flatMap((colour) => (markets[colour] ? [[colour, markets[colour]] as const] : []));
  return { panes: Object.fromEntries(panes), markets: Object.fromEntries(linked) };
}
