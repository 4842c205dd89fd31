/**
 * Dock control: opens the layout of a workspace, serves pane requests, saves changes.
 *
 * Invariants  Every panel has a pane record from before it is drawn until it is closed. A change is saved into the workspace
 *             that was shown when it was made.
 */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { WindowLayout } from '#shared/ipc/workspaces.ts';
import { act } from '../../act/bridge.ts';
import { changeDraft, draftChanges, dropDraft } from '../../act/draft.ts';
import { registerActions, setPaneActions } from '../../domain/keys/actions.ts';
import { EVENT } from '../../domain/noticeFacts.ts';
import { followMarket, LINK_COLOURS, linkKeyOf, useLinks } from '../../domain/workspaces/links.ts';
import { paneRequests } from '../../domain/workspaces/paneRequests.ts';
import { closePaneRecord, usePanes } from '../../domain/workspaces/panes.ts';
import { openSharedCrosshair } from '../../domain/workspaces/sharedCrosshair.ts';
import { openSharedLinks } from '../../domain/workspaces/sharedLinks.ts';
import { clearUndo, pushUndo } from '../../domain/workspaces/undo.ts';
import type { DockSession } from '../../domain/workspaces/windowLayout.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { PANES } from '../registry.ts';
import { placeArrangement } from './arrangements.ts';
import { listOpenPlaces } from './defaultLayout.ts';
import { buildDockActions } from './dockActions.ts';
import { nameOf, openRecord, placeFirst, readState, titleOf } from './dockPanels.ts';
import { focusOwn, serveRequest } from './dockRequests.ts';
import { returning } from './dockUndo.ts';
import { openOtherWindows } from './otherWindows.ts';
import { fitFloating, formatLayout, listNewPanes, parseLayout, type SavedLayout } from './savedLayout.ts';

const SAVE_AFTER_MS = 800;

type Network = AppInfo['network'] | null;

/** Opens the layout in `api`. */
export function openDock(api: DockviewApi, source: WindowLayout, network: Network): DockSession {
  const { workspace, shared } = source;
  const isMain = source.window === 'main';
  const names = listOpenPlaces(network);
  const saved = open(api, source, network);

  let timer: number | null = null;
  let lastSaved = source.layout;
  const format = (): string => formatLayout(api.toJSON(), readState(), names, saved);
  const save = async (): Promise<void> => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    const json = format();
    if (json === lastSaved) return;
    lastSaved = json;
    await act('layout.save', { workspace, json });
  };
  const saveSoon = (): void => {
    if (timer !== null) window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(), SAVE_AFTER_MS);
  };
  const others = openOtherWindows(workspace, (name) => focusOwn(api, name));
  const options = { api, workspace, names, others };
  const stops = [
    paneRequests.on((request) => serveRequest(options, request)),
    usePanes.subscribe(saveSoon),
    useLinks.subscribe(saveSoon),
    openSharedLinks(workspace, shared),
    draftChanges.on(saveSoon),
    openSharedCrosshair(workspace),
    registerActions(buildDockActions(api)),
    others.close,
  ];
  restoreDrafts(saved, source);
  const subscriptions = [
    api.onDidLayoutChange(saveSoon),
    api.onDidActivePanelChange(({ panel }) => showPaneActions(panel ?? null)),
    api.onDidRemovePanel(({ id }) => {
      // A panel that moves to another group is removed and added in one step.
      queueMicrotask(() => {
        if (api.getPanel(id)) return;
        closePaneRecord(id);
        if (!isMain && api.panels.length === 0) void save().then(() => act('window.close', {}));
      });
    }),
  ];
  showPaneActions(api.activePanel ?? null);

  function reset(): void {
    const before = format();
    clear(api);
    placeArrangement(api, source.arrangement, network);
    pushUndo({
      label: 'Reset of the layout',
      undo() {
        const layout = parseLayout(before, [...PANES.keys()]);
        clear(api);
        if (layout) restore(api, layout, network);
      },
    });
  }

  async function takeReturned(): Promise<void> {
    const result = await act('layout.takeReturned', { workspace });
    if (!result.ok) return;
    for (const text of result.value) {
      returning(api, Object.entries(parseLayout(text, [...PANES.keys()])?.panes ?? {}));
    }
    await save();
  }

  return {
    reset,
    takeReturned,
    flush: save,
    close() {
      if (timer !== null) void save();
      for (const stop of stops) stop();
      for (const subscription of subscriptions) subscription.dispose();
      clearUndo();
      setPaneActions(null);
      for (const id of Object.keys(usePanes.getState().panes)) closePaneRecord(id);
      for (const colour of LINK_COLOURS) dropDraft(colour);
      useLinks.setState({ markets: {} });
    },
  };
}

/** Shows the saved layout, else the last good one, else the arrangement of the workspace. */
function open(api: DockviewApi, source: WindowLayout, network: Network): SavedLayout | null {
  const kinds = [...PANES.keys()];
  for (const text of [source.layout, source.lastGood]) {
    const saved = parseLayout(text, kinds);
    if (saved === null) continue;
    // The main window knows the markets of the colours; the others get them from it.
    const isShown =
      source.window === 'main' ? restore(api, saved, network) : restore(api, { ...saved, markets: {} }, 'none');
    if (!isShown) continue;
    if (text === source.layout) void act('layout.opened', { workspace: source.workspace });
    else noteBadLayout('The last layout that could be shown is open instead.');
    return saved;
  }
  if (source.layout !== null) noteBadLayout('The panes are at their first places instead.');
  placeArrangement(api, source.arrangement, network);
  return null;
}

/** Sizes and sides as they were left; a draft that the windows of this workspace share already is newer. */
function restoreDrafts(saved: SavedLayout | null, { window, shared }: WindowLayout): void {
  for (const [key, draft] of Object.entries(saved?.drafts ?? {})) {
    const colour = LINK_COLOURS.find((one) => one === key);
    if (colour === undefined || (window === 'main' && (shared.links[colour]?.draft ?? null) === null)) {
      changeDraft(key, draft);
    }
  }
}

function noteBadLayout(instead: string): void {
  useOverlay.getState().notify('warn', 'The saved layout could not be shown', instead, EVENT);
}

/** The actions of the pane in front; a pane used last stays in front while the focus is in the top bar. */
function showPaneActions(panel: IDockviewPanel | null): void {
  const pane = panel ? PANES.get(nameOf(panel)) : undefined;
  setPaneActions(panel && { id: panel.id, actions: pane?.actions?.(panel.id) ?? [] }, pane?.link !== undefined);
}

function clear(api: DockviewApi): void {
  api.clear();
  for (const id of Object.keys(usePanes.getState().panes)) closePaneRecord(id);
}

/** False when the layout cannot be restored. With network 'none' no newer panes are added. */
function restore(api: DockviewApi, saved: SavedLayout, network: Network | 'none'): boolean {
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
    const dock = fitFloating(saved.dock, { width: api.width, height: api.height });
    api.fromJSON(dock as unknown as Parameters<DockviewApi['fromJSON']>[0]);
  } catch {
    api.clear();
  }
  if (api.panels.length === 0) {
    for (const id of Object.keys(saved.panes)) closePaneRecord(id);
    return false;
  }
  for (const panel of api.panels) panel.api.setTitle(titleOf(nameOf(panel), panel.id));
  if (network !== 'none') for (const name of listNewPanes(saved, listOpenPlaces(network))) placeFirst(api, name);
  return true;
}
