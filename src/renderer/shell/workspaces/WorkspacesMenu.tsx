/** Workspaces menu of the top bar: opens one, and creates, renames, duplicates, exports, imports and deletes them. */

import { Layers } from 'lucide-react';
import { WORKSPACE_DIALOG_LABELS } from '#shared/text/workspaces/workspaceDialogLabels.ts';
import { showWorkspaceDialog } from '../../domain/workspaces/workspaceDialogs.ts';
import { useWorkspaces } from '../../domain/workspaces/workspaces.ts';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { Shortcut } from '../dock/PaneMenu.tsx';
import {
  deleteSelected,
  duplicateSelected,
  exportSelected,
  importWorkspace,
  restoreDeleted,
  switchTo,
} from './commands.ts';

export function WorkspacesMenu() {
  const view = useWorkspaces();
  if (view === null) return null;
  const name = view.workspaces.find(({ id }) => id === view.selected)?.name ?? '';
  return (
    <MenuButton
      className="button quiet panes-button workspaces-button"
      label={WORKSPACE_DIALOG_LABELS.workspaces(name)}
      title={WORKSPACE_DIALOG_LABELS.workspace(name)}
      face={
        <>
          <Layers size={13} aria-hidden="true" /> <span className="menu-face workspace-name">{name}</span>
        </>
      }
    >
      <MenuChoices
        label="Workspaces"
        value={view.selected}
        onChange={(id) => void switchTo(id)}
        choices={view.workspaces.map((one, at) => ({
          value: one.id,
          label: (
            <>
              {one.name} {at < 9 ? <Shortcut action={`workspaces.open-${at + 1}`} /> : null}
            </>
          ),
        }))}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => showWorkspaceDialog('create')}>
        {WORKSPACE_DIALOG_LABELS.newWorkspaceAction} <Shortcut action="workspaces.create" />
      </MenuItem>
      <MenuItem onSelect={() => showWorkspaceDialog('rename')}>Rename…</MenuItem>
      <MenuItem onSelect={duplicateSelected}>Duplicate</MenuItem>
      <MenuItem onSelect={() => showWorkspaceDialog('reset')}>{WORKSPACE_DIALOG_LABELS.resetLayoutAction}</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void exportSelected()}>{WORKSPACE_DIALOG_LABELS.exportToFile}</MenuItem>
      <MenuItem onSelect={() => void importWorkspace()}>{WORKSPACE_DIALOG_LABELS.importFromFile}</MenuItem>
      <MenuSeparator />
      {view.workspaces.length > 1 ? <MenuItem onSelect={() => void deleteSelected()}>Delete</MenuItem> : null}
      {view.canRestore ? <MenuItem onSelect={restoreDeleted}>{WORKSPACE_DIALOG_LABELS.undoDelete}</MenuItem> : null}
    </MenuButton>
  );
}
