/** Actions of workspaces for keys and the palette. */
import type { Action, ActionId } from '../../domain/keys/actions.ts';
import { useWindowLayout } from '../../domain/workspaces/windowLayout.ts';
import { showWorkspaceDialog } from '../../domain/workspaces/workspaceDialogs.ts';
import { listWorkspaces } from '../../domain/workspaces/workspaces.ts';
import {
  deleteSelected,
  duplicateSelected,
  exportSelected,
  importWorkspace,
  restoreDeleted,
  returnPanes,
  switchToPlace,
} from './commands.ts';

/** Places of the list that have a key. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

const action = (id: ActionId, title: string, run: () => void, defaultKeys: readonly string[] = []): Action => ({
  id,
  title,
  group: 'Workspaces',
  defaultKeys,
  reach: 'typing',
  run,
});

export const WORKSPACE_ACTIONS: readonly Action[] = [
  ...PLACES.map((place) => ({
    ...action(`workspaces.open-${place}`, `Open workspace ${place}`, () => switchToPlace(place - 1), [`Mod+${place}`]),
    blockedBy: () => (listWorkspaces().length < place ? `There is no workspace ${place}` : null),
  })),
  action('workspaces.create', 'New workspace', () => showWorkspaceDialog('create'), ['Alt+Shift+N']),
  action('workspaces.rename', 'Rename the workspace', () => showWorkspaceDialog('rename')),
  action('workspaces.duplicate', 'Duplicate the workspace', duplicateSelected),
  action('workspaces.delete', 'Delete the workspace', () => void deleteSelected()),
  action('workspaces.restore', 'Undo the last deletion of a workspace', restoreDeleted),
  action('workspaces.export', 'Export the workspace to a file', () => void exportSelected()),
  action('workspaces.import', 'Import a workspace from a file', () => void importWorkspace()),
  action('workspaces.reset', 'Reset the layout', () => showWorkspaceDialog('reset')),
  {
    ...action('workspaces.returnPanes', 'Return the panes of this window to the main one', returnPanes, [
      'Alt+Shift+R',
    ]),
    blockedBy: () => (useWindowLayout.getState().layout?.window === 'detached' ? null : 'This is the main window'),
  },
];
