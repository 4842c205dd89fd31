/** What the menu, the palette and the keys of workspaces do, with a notice where it fails. */
import type { Result } from '#shared/ipc/result.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from '../../act/bridge.ts';
import { disarm, readReadiness } from '../../domain/account/readiness.ts';
import type { Action, ActionId } from '../../domain/keys/actions.ts';
import { attemptOf, DISARMED, EVENT } from '../../domain/noticeFacts.ts';
import { readPreferences } from '../../domain/preferences.ts';
import { dockSession, useWindowLayout } from '../../domain/workspaces/windowLayout.ts';
import { showWorkspaceDialog } from '../../domain/workspaces/workspaceDialogs.ts';
import {
  duplicateWorkspace,
  listWorkspaces,
  openWorkspace,
  restoreWorkspace,
  selectedWorkspace,
} from '../../domain/workspaces/workspaces.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { PANES } from '../registry.ts';

async function report<T>(failure: string, result: Promise<Result<T>>): Promise<T | null> {
  const answer = await result;
  if (answer.ok) {
    useOverlay.getState().endAttempt(failure);
    return answer.value;
  }
  const isChoice = answer.error.code === 'CANCELLED';
  useOverlay.getState().notify(isChoice ? 'warn' : 'bad', failure, formatBridgeError(answer.error), attemptOf(failure));
  return null;
}

/** Opens a workspace; a click must not meet a market that the trader did not look at yet. */
export async function switchTo(id: string): Promise<void> {
  if (id === selectedWorkspace()?.id) return;
  if (readPreferences().disarmOnMarketChange && readReadiness(feed).code === 'armed') {
    const disarmed = await disarm(feed);
    if (!disarmed.ok) return void report('The workspace was not opened', Promise.resolve(disarmed));
    const detail = 'Another workspace is open. Look at its markets, then arm again.';
    useOverlay.getState().notify('warn', 'Trading was disarmed', detail, DISARMED);
  }
  await report('The workspace was not opened', openWorkspace(id));
}

/** Opens the workspace at a place of the list, from 0. */
export function switchToPlace(place: number): void {
  const workspace = listWorkspaces()[place];
  if (workspace) void switchTo(workspace.id);
}

export function duplicateSelected(): void {
  const workspace = selectedWorkspace();
  if (workspace) void report('The workspace was not duplicated', duplicateWorkspace(workspace.id));
}

/** Deletes at once: it can be undone. */
export async function deleteSelected(): Promise<void> {
  const workspace = selectedWorkspace();
  if (!workspace) return;
  await dockSession()?.flush();
  const done = await act('workspace.remove', { id: workspace.id });
  const { notify } = useOverlay.getState();
  if (!done.ok) {
    notify('bad', 'The workspace was not deleted', formatBridgeError(done.error), attemptOf('delete workspace'));
    return;
  }
  notify('warn', `The workspace “${workspace.name}” was deleted`, 'Workspaces, Undo delete brings it back.', EVENT);
}

export function restoreDeleted(): void {
  void report('No workspace was restored', restoreWorkspace());
}

export async function exportSelected(): Promise<void> {
  const workspace = selectedWorkspace();
  if (!workspace) return;
  await dockSession()?.flush();
  const done = await report('The workspace was not exported', act('workspace.export', { id: workspace.id }));
  if (done) useOverlay.getState().notify('good', `The workspace “${workspace.name}” was exported`, done.path, EVENT);
}

export async function importWorkspace(): Promise<void> {
  const done = await report('No workspace was imported', act('workspace.import', { panes: [...PANES.keys()] }));
  if (!done) return;
  useOverlay.getState().notify('good', `The workspace “${done.name}” was imported`, null, EVENT);
  void switchTo(done.id);
}

/** Closes this detached window: its panes go back to the main window. */
export function returnPanes(): void {
  void dockSession()
    ?.flush()
    .then(() => report('The window was not closed', act('window.close', {})));
}

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
