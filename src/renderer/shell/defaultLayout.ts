/** The workspace of a first start: markets, chart, ladder, ticket over tape and book, everything of mine below. */
import type { DockviewApi } from 'dockview-react';
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
  /** The one network that has it. */
  readonly only?: AppInfo['network'];
}

/** Each splits the cell of the one it stands beside, so the order is that of the cuts: right column, bottom row, middle. */
const PLACES: readonly Place[] = [
  { name: 'chart' },
  { name: 'ticket', beside: 'chart', direction: 'right', width: 0.187 },
  { name: 'tape', beside: 'ticket', direction: 'below', height: 0.52 },
  { name: 'book', beside: 'tape', direction: 'below', height: 0.27 },
  { name: 'orders', beside: 'chart', direction: 'below', height: 0.25 },
  { name: 'positions', beside: 'orders', direction: 'within' },
  { name: 'fills', beside: 'orders', direction: 'within' },
  { name: 'balances', beside: 'orders', direction: 'within' },
  { name: 'health', beside: 'orders', direction: 'within' },
  { name: 'drills', beside: 'orders', direction: 'within', only: 'paper' },
  { name: 'markets', beside: 'chart', direction: 'left', width: 0.182 },
  { name: 'ladder', beside: 'chart', direction: 'right', width: 0.23 },
];

/** `network` is null where main did not say: then only what every network has. */
export function buildDefaultLayout(api: DockviewApi, network: AppInfo['network'] | null): void {
  const { width, height } = api;
  for (const place of PLACES) {
    const pane = PANES.get(place.name);
    if (!pane || (place.only && place.only !== network)) continue;
    const beside = place.beside && api.getPanel(place.beside) ? place.beside : undefined;
    api.addPanel({
      id: pane.name,
      component: pane.name,
      title: pane.title,
      inactive: place.direction === 'within',
      ...(beside ? { position: { referencePanel: beside, direction: place.direction ?? 'right' } } : {}),
      ...(place.width ? { initialWidth: Math.round(width * place.width) } : {}),
      ...(place.height ? { initialHeight: Math.round(height * place.height) } : {}),
    });
  }
}
