/** Default workspace: markets, chart, ladder, ticket over tape and book, the member's panes below. */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { PANES } from '../registry.ts';
import { formatPaneTitle } from './paneIds.ts';

/** Minimum width in pixels to which a neighbour is shrunk. */
const USABLE_WIDTH = 300;

/** Maximum width in pixels of a pane that opens beside another of its kind. */
const WIDEST_COPY = 340;

type Direction = 'left' | 'right' | 'above' | 'below' | 'within';

interface Place {
  readonly name: string;
  readonly beside?: string;
  readonly direction?: Direction;
  /** Fractions of the window's width and height. */
  readonly width?: number;
  readonly height?: number;
  /** Maximum height in pixels of the pane above. */
  readonly leaves?: number;
  /** Pixels below which its columns are cut off. */
  readonly minimumWidth?: number;
  /** Where another pane of this kind opens, relative to the last one; default 'within'. */
  readonly another?: Direction;
  /** Opens when it is asked for, not with the default workspace. */
  readonly isClosed?: true;
  /** The only network with this pane. */
  readonly only?: AppInfo['network'];
}

/** In the order of placing: each splits the cell of the pane named by `beside`. */
const PLACES: readonly Place[] = [
  { name: 'chart', minimumWidth: 200, another: 'below' },
  { name: 'ticket', beside: 'chart', direction: 'right', width: 0.187, minimumWidth: 222 },
  {
    name: 'tape',
    beside: 'ticket',
    direction: 'below',
    height: 0.44,
    leaves: 440,
    minimumWidth: 222,
    another: 'below',
  },
  { name: 'book', beside: 'tape', direction: 'below', height: 0.27, minimumWidth: 222, another: 'below' },
  { name: 'depth', beside: 'chart', direction: 'within', minimumWidth: 200, another: 'below' },
  { name: 'orders', beside: 'chart', direction: 'below', height: 0.25 },
  { name: 'positions', beside: 'orders', direction: 'within' },
  { name: 'conditionals', beside: 'orders', direction: 'within' },
  { name: 'fills', beside: 'orders', direction: 'within' },
  { name: 'pnl', beside: 'orders', direction: 'within' },
  { name: 'equity', beside: 'orders', direction: 'within' },
  { name: 'balances', beside: 'orders', direction: 'within' },
  { name: 'risk', beside: 'orders', direction: 'within' },
  { name: 'alerts', beside: 'orders', direction: 'within' },
  { name: 'wallet', beside: 'orders', direction: 'within' },
  { name: 'health', beside: 'orders', direction: 'within' },
  { name: 'drills', beside: 'orders', direction: 'within', only: 'paper' },
  { name: 'markets', beside: 'chart', direction: 'left', width: 0.182, minimumWidth: 180, another: 'below' },
  { name: 'market', beside: 'markets', direction: 'within', minimumWidth: 180, another: 'below' },
  { name: 'event', beside: 'chart', direction: 'within', another: 'below' },
  { name: 'ladder', beside: 'chart', direction: 'right', width: 0.23, minimumWidth: 250, another: 'right' },
  { name: 'settings', beside: 'chart', direction: 'within', isClosed: true },
  { name: 'help', beside: 'chart', direction: 'within', isClosed: true },
];

/** The panes that the default workspace of a network opens. */
export function listOpenPlaces(network: AppInfo['network'] | null): readonly string[] {
  const closed = PLACES.flatMap(({ name, isClosed }) => (isClosed ? [name] : []));
  return listPlaces(network).filter((name) => !closed.includes(name));
}

/** The panes that a network has, in the order of placing; for null, an unknown network, all panes. */
export function listPlaces(network: AppInfo['network'] | null): readonly string[] {
  return PLACES.filter(({ name, only }) => PANES.has(name) && (!only || only === network)).map(({ name }) => name);
}

/** Pixels below which the columns of a kind of pane are cut off; null where it has none. */
export function minimumWidthOf(name: string): number | null {
  return PLACES.find((place) => place.name === name)?.minimumWidth ?? null;
}

/** Adds the first pane of a kind at its default place, as an inactive tab among other tabs. */
export function placePane(api: DockviewApi, name: string, id: string): IDockviewPanel | undefined {
  const place = PLACES.find((one) => one.name === name);
  const beside = place?.beside && api.getPanel(place.beside) ? place.beside : undefined;
  return addPanel(api, name, id, {
    inactive: place?.direction === 'within',
    ...(beside ? { position: { referencePanel: beside, direction: place?.direction ?? 'right' } } : {}),
    ...(place?.width ? { initialWidth: Math.round(api.width * place.width) } : {}),
    ...(place?.height ? { initialHeight: initialHeight(place, place.height, api.height) } : {}),
  });
}

function initialHeight({ leaves }: Place, share: number, whole: number): number {
  const height = Math.round(whole * share);
  return leaves === undefined ? height : Math.max(height, whole - leaves);
}

/** Adds another pane of a kind beside `source`. */
export function placeAnother(api: DockviewApi, name: string, id: string, source: IDockviewPanel): void {
  const direction = PLACES.find((one) => one.name === name)?.another ?? 'within';
  const width = Math.min(source.api.width, WIDEST_COPY);
  const { height } = source.api;
  const half = Math.round(height / 2);
  const sizes = { right: { initialWidth: width }, below: { initialHeight: half } };
  const added = addPanel(api, name, id, {
    position: { referencePanel: source, direction },
    ...(direction === 'right' || direction === 'below' ? sizes[direction] : {}),
  });
  // The docking library takes the space of a new pane from any neighbour, so sizes are set afterwards.
  if (direction === 'right') {
    const missing = 2 * width - source.api.width - (added?.api.width ?? 0);
    shrinkLeftOf(api, source, missing);
    source.api.setSize({ width: Math.floor((source.api.width + (added?.api.width ?? 0)) / 2) });
  } else if (direction === 'below') {
    source.api.setSize({ height: half });
    added?.api.setSize({ height: height - half });
  }
}

/** Shrinks the pane at the left by up to `missing` pixels, not below a usable width. */
function shrinkLeftOf(api: DockviewApi, panel: IDockviewPanel, missing: number): void {
  const { left, top } = panel.group.element.getBoundingClientRect();
  const neighbour = api.groups.find((group) => {
    const box = group.element.getBoundingClientRect();
    return Math.abs(box.right - left) <= 2 && box.top <= top && box.bottom > top;
  });
  if (!neighbour) return;
  const { width } = neighbour.api;
  neighbour.api.setSize({ width: Math.max(width - Math.max(missing, 0), Math.min(width, USABLE_WIDTH)) });
}

type PanelOptions = Omit<Parameters<DockviewApi['addPanel']>[0], 'id' | 'component' | 'title'>;

function addPanel(api: DockviewApi, name: string, id: string, options: PanelOptions): IDockviewPanel | undefined {
  const pane = PANES.get(name);
  if (!pane) return undefined;
  const place = PLACES.find((one) => one.name === name);
  return api.addPanel({
    ...options,
    id,
    component: name,
    title: formatPaneTitle(pane.title, name, id),
    ...(place?.minimumWidth ? { minimumWidth: place.minimumWidth } : {}),
  } as Parameters<DockviewApi['addPanel']>[0]);
}
