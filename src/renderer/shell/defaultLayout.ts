/** The workspace of a first start: markets, chart, ladder, ticket over tape and book, everything of mine below. */
import type { DockviewApi } from 'dockview-react';
import { PANES } from './registry.ts';

type Direction = 'left' | 'right' | 'above' | 'below' | 'within';

interface Place {
  readonly name: string;
  readonly beside?: string;
  readonly direction?: Direction;
  /** Shares of the window's width and height. */
  readonly width?: number;
  readonly height?: number;
}

const PLACES: readonly Place[] = [
  { name: 'chart' },
  { name: 'orders', beside: 'chart', direction: 'below', height: 0.255 },
  { name: 'positions', beside: 'orders', direction: 'within' },
  { name: 'fills', beside: 'orders', direction: 'within' },
  { name: 'balances', beside: 'orders', direction: 'within' },
  { name: 'health', beside: 'orders', direction: 'within' },
  { name: 'markets', beside: 'chart', direction: 'left', width: 0.182 },
  { name: 'ladder', beside: 'chart', direction: 'right', width: 0.23 },
  { name: 'ticket', beside: 'ladder', direction: 'right', width: 0.187, height: 0.43 },
  { name: 'tape', beside: 'ticket', direction: 'below' },
  { name: 'book', beside: 'tape', direction: 'within' },
];

export function buildDefaultLayout(api: DockviewApi): void {
  const { width, height } = api;
  for (const place of PLACES) {
    const pane = PANES.get(place.name);
    if (!pane) continue;
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
