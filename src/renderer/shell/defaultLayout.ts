/** The workspace of a first start: markets, chart, ladder, ticket over tape and book, everything of mine below. */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { PANES } from './registry.ts';

type Direction = 'left' | 'right' | 'above' | 'below' | 'within';

interface Place {
  readonly name: string;
  readonly beside?: string;
  readonly direction?: Direction;
  /** Shares of the window's width and height. */
  readonly width?: number;
  readonly height?: number;
  /** Pixels below which its columns would be cut off. */
  readonly least?: number;
  /** The one network that has it. */
  readonly only?: AppInfo['network'];
}

/** Each splits the cell of the one it stands beside, so the order is that of the cuts: right column, bottom row, middle. */
const PLACES: readonly Place[] = [
  { name: 'chart', least: 200 },
  { name: 'ticket', beside: 'chart', direction: 'right', width: 0.187, least: 222 },
  { name: 'tape', beside: 'ticket', direction: 'below', height: 0.52, least: 222 },
  { name: 'book', beside: 'tape', direction: 'below', height: 0.27, least: 222 },
  { name: 'orders', beside: 'chart', direction: 'below', height: 0.25 },
  { name: 'positions', beside: 'orders', direction: 'within' },
  { name: 'fills', beside: 'orders', direction: 'within' },
  { name: 'balances', beside: 'orders', direction: 'within' },
  { name: 'wallet', beside: 'orders', direction: 'within' },
  { name: 'health', beside: 'orders', direction: 'within' },
  { name: 'drills', beside: 'orders', direction: 'within', only: 'paper' },
  { name: 'markets', beside: 'chart', direction: 'left', width: 0.182, least: 180 },
  { name: 'ladder', beside: 'chart', direction: 'right', width: 0.23, least: 250 },
];

/** The panes that a network has, in the order of the cuts; null where main did not say: what every network has. */
export function listPlaces(network: AppInfo['network'] | null): readonly string[] {
  return PLACES.filter(({ name, only }) => PANES.has(name) && (!only || only === network)).map(({ name }) => name);
}

export function buildDefaultLayout(api: DockviewApi, network: AppInfo['network'] | null): void {
  for (const name of listPlaces(network)) placePane(api, name);
}

/** Puts a pane at its usual place, behind the tabs that are there; answers its panel. */
export function placePane(api: DockviewApi, name: string): IDockviewPanel | undefined {
  const pane = PANES.get(name);
  if (!pane) return undefined;
  const place = PLACES.find((one) => one.name === name);
  const beside = place?.beside && api.getPanel(place.beside) ? place.beside : undefined;
  return api.addPanel({
    id: pane.name,
    component: pane.name,
    title: pane.title,
    inactive: place?.direction === 'within',
    ...(beside ? { position: { referencePanel: beside, direction: place?.direction ?? 'right' } } : {}),
    ...(place?.least ? { minimumWidth: place.least } : {}),
    ...(place?.width ? { initialWidth: Math.round(api.width * place.width) } : {}),
    ...(place?.height ? { initialHeight: Math.round(api.height * place.height) } : {}),
  });
}
