/** Actions of the dock: move the focus between panes, cycle tabs, move and resize panes, close, duplicate, float, detach, maximise. */
import type { DockviewApi, IDockviewPanel } from 'dockview-react';
import type { Action, ActionId } from '../../domain/keys/actions.ts';
import { closePane, detachPane, duplicatePane, floatPane } from '../../domain/workspaces/paneRequests.ts';
import { undoLast, useUndo } from '../../domain/workspaces/undo.ts';

type Direction = Parameters<DockviewApi['adjacentGroupInDirection']>[1];

const DIRECTIONS: readonly (readonly [Direction, string])[] = [
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
];

/** Pixels of one step. */
const STEP = 40;

const SIZES: readonly (readonly [string, string, string, Partial<Record<'width' | 'height', number>>])[] = [
  ['wider', 'Make the pane wider', 'Mod+ArrowRight', { width: STEP }],
  ['narrower', 'Make the pane narrower', 'Mod+ArrowLeft', { width: -STEP }],
  ['taller', 'Make the pane taller', 'Mod+ArrowUp', { height: STEP }],
  ['lower', 'Make the pane lower', 'Mod+ArrowDown', { height: -STEP }],
];

/** To the group at that side; where there is none, out of its tabs to a group of its own. */
function movePanel(api: DockviewApi, panel: IDockviewPanel, direction: Direction): void {
  const beside = api.adjacentGroupInDirection(panel.group, direction);
  const next = api.groups.find(({ id }) => id === beside?.id);
  if (next || panel.group.panels.length > 1) showNeighbour(panel);
  if (next) panel.api.moveTo({ group: next, position: 'center' });
  else if (panel.group.panels.length > 1) panel.api.moveTo({ group: panel.group, position: EDGES[direction] });
  focusPanel(panel);
}

/** Ctrl with an arrow key moves in the text of a field. */
function outsideFields({ reach: _reach, ...action }: Action): Action {
  return action;
}

const EDGES = { left: 'left', right: 'right', up: 'top', down: 'bottom' } as const;

/** The docking library keeps the least sizes. */
function resizePanel(panel: IDockviewPanel, { width, height }: Partial<Record<'width' | 'height', number>>): void {
  const { api } = panel.group;
  api.setSize({
    ...(width === undefined ? {} : { width: api.width + width }),
    ...(height === undefined ? {} : { height: api.height + height }),
  });
}

/** Brings the tab beside a pane to the front, before the pane leaves its group: the docking library would show the tab used last. */
export function showNeighbour(panel: IDockviewPanel): void {
  const { panels, activePanel } = panel.group;
  if (activePanel?.id !== panel.id) return;
  const at = panels.findIndex(({ id }) => id === panel.id);
  (panels[at + 1] ?? panels[at - 1])?.api.setActive();
}

/** Brings a pane to the front and gives it the focus, so that its own keys act. */
export function focusPanel(panel: IDockviewPanel | undefined): void {
  if (!panel) return;
  panel.api.setActive();
  // The docking library places the focus too, after this call; its tab panel has the pane's title.
  requestAnimationFrame(() => panel.group.element.querySelector<HTMLElement>('.dv-content-container')?.focus());
}

export function buildDockActions(api: DockviewApi): readonly Action[] {
  const noPane = (): string | null => (api.activePanel ? null : 'No pane is open');
  const action = (id: ActionId, title: string, key: string, run: (panel: IDockviewPanel) => void): Action => ({
    id,
    title,
    group: 'Panes',
    defaultKeys: [key],
    reach: 'typing',
    blockedBy: noPane,
    run: () => {
      if (api.activePanel) run(api.activePanel);
    },
  });
  const step = (list: readonly IDockviewPanel[], from: IDockviewPanel, by: 1 | -1): void => {
    const at = list.indexOf(from);
    focusPanel(list[(at + by + list.length) % list.length]);
  };
  const listFronts = (): readonly IDockviewPanel[] =>
    api.groups
      .toSorted((a, b) => compareBoxes(a.element, b.element))
      .flatMap(({ activePanel }) => (activePanel ? [activePanel] : []));

  return [
    action('panes.next', 'Focus the next pane', 'F6', (panel) => step(listFronts(), panel, 1)),
    action('panes.previous', 'Focus the pane before', 'Shift+F6', (panel) => step(listFronts(), panel, -1)),
    ...DIRECTIONS.map(([direction, key]) =>
      action(`panes.focus-${direction}`, `Focus the pane ${nameOf(direction)}`, `Alt+Shift+${key}`, (panel) =>
        focusPanel(api.adjacentGroupInDirection(panel.group, direction)?.activePanel),
      ),
    ),
    ...DIRECTIONS.map(([direction, key]) =>
      outsideFields(
        action(`panes.move-${direction}`, `Move the pane ${nameOf(direction)}`, `Mod+Shift+${key}`, (panel) =>
          movePanel(api, panel, direction),
        ),
      ),
    ),
    ...SIZES.map(([name, title, key, by]) => ({
      ...outsideFields(action(`panes.${name}`, title, key, (panel) => resizePanel(panel, by))),
      repeats: true,
    })),
    action('panes.nextTab', 'Next tab', 'Mod+PageDown', (panel) => step(panel.group.panels, panel, 1)),
    action('panes.previousTab', 'Tab before', 'Mod+PageUp', (panel) => step(panel.group.panels, panel, -1)),
    action('panes.maximise', 'Maximise the pane, or restore it', 'Alt+Enter', (panel) => {
      if (panel.api.isMaximized()) panel.api.exitMaximized();
      else if (panel.api.location.type === 'grid') panel.api.maximize();
      focusPanel(panel);
    }),
    action('panes.close', 'Close the pane', 'Alt+Shift+W', ({ id }) => closePane(id)),
    action('panes.duplicate', 'Duplicate the pane', 'Alt+Shift+D', ({ id }) => duplicatePane(id)),
    action('panes.float', 'Float the pane, or put it back', 'Alt+Shift+F', ({ id }) => floatPane(id)),
    action('panes.detach', 'Open the pane in a window of its own', 'Alt+Shift+O', ({ id }) => detachPane(id)),
    {
      id: 'panes.undo',
      title: 'Undo the last closing of a pane or reset of the layout',
      group: 'Panes',
      defaultKeys: ['Alt+Shift+T'],
      reach: 'typing',
      blockedBy: () => (useUndo.getState().steps.length === 0 ? 'Nothing was closed' : null),
      run: undoLast,
    },
  ];
}

function nameOf(direction: Direction): string {
  return { left: 'to the left', right: 'to the right', up: 'above', down: 'below' }[direction];
}

/** Reading order: by rows of the screen, then from left to right. */
function compareBoxes(a: Element, b: Element): number {
  const [one, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
  return one.left - other.left || one.top - other.top;
}
