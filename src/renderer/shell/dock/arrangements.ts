/** Arrangements: the panes of a workspace that has no layout yet, one set for each style of trading. */
import type { DockviewApi } from 'dockview-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { Arrangement } from '#shared/ipc/workspaces.ts';
import type { PaneLink } from '../../domain/workspaces/links.ts';
import { PANES } from '../registry.ts';
import { listOpenPlaces, minimumWidthOf } from './defaultLayout.ts';
import { openRecord, placeFirst, titleOf } from './dockPanels.ts';

export const ARRANGEMENT_TITLES: Readonly<Record<Arrangement, { readonly title: string; readonly has: string }>> = {
  market: { title: 'One market', has: 'Chart, ladder, ticket, tape and book of one market' },
  ladders: { title: 'Scalping', has: 'Three ladders side by side, ticket and tape' },
  event: { title: 'An event', has: 'All outcomes in a table, a ladder for each of three, ticket, chart and depth' },
  markets: { title: 'Many markets', has: 'A wide list of markets, alerts, four charts, ticket and book' },
};

interface PlacedPane {
  readonly name: string;
  readonly id: string;
  readonly link: PaneLink;
}

/** One group of tabs, or cells that share a row or a column by these parts; rows and columns alternate. */
type Cell =
  | { readonly tabs: readonly PlacedPane[] }
  | { readonly cells: readonly (readonly [part: number, cell: Cell])[] };

const tab = (id: string, link: PaneLink = 'blue'): PlacedPane => ({ name: id.replace(/-\d+$/, ''), id, link });
const tabs = (...ids: readonly string[]): Cell => ({ tabs: ids.map((id) => tab(id)) });
const linked = (id: string, link: PaneLink): Cell => ({ tabs: [tab(id, link)] });
const cells = (...parts: readonly (readonly [number, Cell])[]): Cell => ({ cells: parts });

/** The member's panes, below the others. */
const MEMBER = [
  'orders',
  'positions',
  'conditionals',
  'fills',
  'pnl',
  'equity',
  'balances',
  'risk',
  'alerts',
  'wallet',
  'health',
];

/** Rows first. Kinds of panes that this program does not have are left out. Each pane has its least width at 1280 pixels. */
const ROWS: Readonly<Record<Exclude<Arrangement, 'market'>, Cell>> = {
  ladders: cells(
    [
      78,
      cells(
        [15, tabs('markets', 'market')],
        [22, tabs('ladder')],
        [22, linked('ladder-2', 'green')],
        [22, linked('ladder-3', 'orange')],
        [19, cells([55, tabs('ticket')], [45, tabs('tape', 'depth')])],
      ),
    ],
    [22, tabs(...MEMBER)],
  ),
  event: cells(
    [
      78,
      cells(
        [
          34,
          cells(
            [43, tabs('event', 'markets', 'market', 'help')],
            [57, cells([50, tabs('ticket')], [50, tabs('chart', 'depth', 'book')])],
          ),
        ],
        [22, tabs('ladder')],
        [22, linked('ladder-2', 'green')],
        [22, linked('ladder-3', 'orange')],
      ),
    ],
    [22, tabs(...MEMBER)],
  ),
  markets: cells(
    [
      78,
      cells(
        [25, cells([64, tabs('markets', 'market')], [36, tabs('alerts', 'help')])],
        [27, cells([50, tabs('chart')], [50, linked('chart-3', 'orange')])],
        [27, cells([50, linked('chart-2', 'green')], [50, linked('chart-4', 'violet')])],
        [21, cells([54, tabs('ticket')], [46, tabs('book', 'depth', 'ladder')])],
      ),
    ],
    [22, tabs(...MEMBER.filter((name) => name !== 'alerts'))],
  ),
};

type SavedDock = Parameters<DockviewApi['fromJSON']>[0];

/** Places the panes of `arrangement` in an empty dock. */
export function placeArrangement(api: DockviewApi, arrangement: Arrangement, network: AppInfo['network'] | null): void {
  if (arrangement === 'market') {
    for (const name of listOpenPlaces(network)) placeFirst(api, name);
    return;
  }
  const root = keepKnown(ROWS[arrangement], (name) => PANES.has(name));
  if (root === null) return;
  const panes = listPanes(root);
  for (const { id, name, link } of panes) openRecord(id, name, link, {});
  const { width, height } = api;
  const panels = panes.map(({ id, name }) => {
    const minimumWidth = minimumWidthOf(name);
    const panel = { id, contentComponent: name, title: titleOf(name, id) };
    return [id, minimumWidth === null ? panel : { ...panel, minimumWidth }];
  });
  api.fromJSON({
    grid: { root: buildNode(root, width, { width, height }, 'column'), width, height, orientation: 'VERTICAL' },
    panels: Object.fromEntries(panels),
  } as SavedDock);
}

/** The cell without the panes that `isKnown` refuses; null where nothing is left. */
function keepKnown(cell: Cell, isKnown: (name: string) => boolean): Cell | null {
  if ('tabs' in cell) {
    const known = cell.tabs.filter(({ name }) => isKnown(name));
    return known.length === 0 ? null : { tabs: known };
  }
  const known = cell.cells.flatMap(([part, inner]) => {
    const kept = keepKnown(inner, isKnown);
    return kept === null ? [] : [[part, kept] as const];
  });
  return known.length === 0 ? null : { cells: known };
}

function listPanes(cell: Cell): readonly PlacedPane[] {
  return 'tabs' in cell ? cell.tabs : cell.cells.flatMap(([, inner]) => listPanes(inner));
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The docking library's form of a cell; `size` is its extent in its parent's direction, `box` its whole extent. */
function buildNode(cell: Cell, size: number, box: Box, direction: 'row' | 'column'): object {
  if ('tabs' in cell) {
    const views = cell.tabs.map(({ id }) => id);
    return { type: 'leaf', data: { views, activeView: views[0], id: `group-${views[0]}` }, size };
  }
  const whole = cell.cells.reduce((sum, [part]) => sum + part, 0);
  const data = cell.cells.map(([part, inner]) => {
    const share = Math.round(((direction === 'row' ? box.width : box.height) * part) / whole);
    const innerBox = direction === 'row' ? { ...box, width: share } : { ...box, height: share };
    return buildNode(inner, share, innerBox, direction === 'row' ? 'column' : 'row');
  });
  return { type: 'branch', data, size };
}
