/** Serves requests to the dock: show, add, reveal, duplicate, close, float, detach. */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from '../../act/bridge.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import type { PaneRequest } from '../../domain/workspaces/paneRequests.ts';
import { paneRecord } from '../../domain/workspaces/panes.ts';
import { pushUndo } from '../../domain/workspaces/undo.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { focusPanel, showNeighbour } from './dockActions.ts';
import { addBeside, freeLink, nameOf, panelsOf, placeFirst, readState, titleOf } from './dockPanels.ts';
import { leaving, removing } from './dockUndo.ts';
import type { OtherWindows } from './otherWindows.ts';
import { FLOATING_MARGIN, FLOATING_SIZES, formatLayout } from './savedLayout.ts';

export interface DockRequestOptions {
  readonly api: DockviewApi;
  readonly workspace: string;
  /** Kinds of panes of this network. */
  readonly names: readonly string[];
  readonly others: OtherWindows;
}

export function serveRequest(options: DockRequestOptions, request: PaneRequest): void {
  const { api } = options;
  switch (request.kind) {
    case 'show': {
      if (request.takesFocus) void focusKind(options, request.name);
      else (panelsOf(api, request.name)[0] ?? placeFirst(api, request.name))?.api.setActive();
      return;
    }
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
    case 'close': {
      const panel = api.getPanel(request.id);
      if (panel) closePanels(api, [panel], `Close ${titleOf(nameOf(panel), panel.id)}`);
      return;
    }
    case 'float': {
      const panel = api.getPanel(request.id);
      if (panel) toggleFloat(api, panel);
      return;
    }
    case 'height': {
      const panel = api.getPanel(request.id);
      if (panel?.api.location.type === 'grid') giveHeight(panel, request.height);
      return;
    }
    case 'detach': {
      const panel = api.getPanel(request.id);
      if (panel) void detach(options, request.isGroup ? panel.group.panels : [panel]);
    }
  }
}

/** Heights of groups before they were made higher, by the pane that asked. */
const heights = new Map<string, { readonly before: number; readonly after: number }>();

/** The docking library keeps the least heights of the others. A height that a person changed meanwhile stays. */
function giveHeight({ id, group }: IDockviewPanel, height: number | null): void {
  const now = group.api.height;
  const known = heights.get(id);
  if (height === null) {
    heights.delete(id);
    if (known !== undefined && Math.abs(known.after - now) < 2) group.api.setSize({ height: known.before });
    return;
  }
  if (height <= now) return;
  group.api.setSize({ height });
  heights.set(id, { before: known?.before ?? now, after: group.api.height });
}

/** Focuses a pane of this kind where it is: here, else in another window; opens one here where there is none. */
async function focusKind({ api, others }: DockRequestOptions, name: string): Promise<void> {
  if (focusOwn(api, name)) return;
  const hasOthers = (feed.workspaces()?.detached ?? 0) > 0;
  if (hasOthers && (await others.show(name))) return;
  focusPanel(panelsOf(api, name)[0] ?? placeFirst(api, name));
}

/** False where this window has no pane of this kind. */
export function focusOwn(api: DockviewApi, name: string): boolean {
  const [panel] = panelsOf(api, name);
  focusPanel(panel);
  return panel !== undefined;
}

function closePanels(api: DockviewApi, panels: readonly IDockviewPanel[], label: string): void {
  const ids = panels.map(({ id }) => id);
  const undo = removing(api, ids, () => {
    for (const panel of panels) {
      showNeighbour(panel);
      panel.api.close();
    }
  });
  pushUndo({ label, undo });
}

/** Lifts a pane above the others, or puts a floating one back beside them. */
function toggleFloat(api: DockviewApi, panel: IDockviewPanel): void {
  if (panel.api.location.type === 'floating') {
    const beside = api.groups.find((group) => group.api.location.type === 'grid');
    if (beside) panel.api.moveTo({ group: beside, position: 'right' });
    focusPanel(panel);
    return;
  }
  const { width: wide, height: high } = FLOATING_SIZES.preferred;
  const width = Math.min(wide, api.width - 2 * FLOATING_MARGIN);
  const height = Math.min(high, api.height - 2 * FLOATING_MARGIN);
  const x = Math.round((api.width - width) / 2);
  showNeighbour(panel);
  api.addFloatingGroup(panel, { x, y: FLOATING_MARGIN, width, height });
  focusPanel(panel);
}

/** Moves panes to a window of their own; they stay here if it cannot be opened. */
async function detach({ api, workspace, names }: DockRequestOptions, panels: readonly IDockviewPanel[]): Promise<void> {
  const ids = panels.map(({ id }) => id);
  const { notify } = useOverlay.getState();
  if (api.panels.length === panels.length) {
    notify(
      'warn',
      'These are the only panes of this window',
      'Open another pane here first.',
      attemptOf('window.open'),
    );
    return;
  }
  const result = await act('window.open', { workspace, json: formatDetached(api, ids, names) });
  if (!result.ok) {
    notify('bad', 'No window was opened', formatBridgeError(result.error), attemptOf('window.open'));
    return;
  }
  useOverlay.getState().endAttempt('window.open');
  leaving(api, ids, () => {
    for (const id of ids) {
      const panel = api.getPanel(id);
      if (!panel) continue;
      if (ids.length === 1) showNeighbour(panel);
      panel.api.close();
    }
  });
}

/** Layout of a window with one group. */
function formatDetached(api: DockviewApi, ids: readonly string[], names: readonly string[]): string {
  const { panels } = api.toJSON();
  const [front = ''] = ids;
  const size = 600;
  const group = { type: 'leaf', data: { views: ids, activeView: front, id: '1' }, size };
  const dock = {
    grid: {
      root: { type: 'branch', data: [group], size },
      width: size,
      height: size,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(ids.flatMap((id) => (panels[id] ? [[id, panels[id]] as const] : []))),
    activeGroup: '1',
  };
  return formatLayout(dock, { ...readState(), markets: {} }, names);
}
