/** Panes menu of the top bar: shows a pane of each kind, adds another one, or undoes the last closing. */

import { LayoutGrid } from 'lucide-react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { DOCK_LABELS } from '#shared/text/workspaces/dockLabels.ts';
import { addPane, focusPane } from '../../domain/workspaces/paneRequests.ts';
import { undoLast, useUndo } from '../../domain/workspaces/undo.ts';
import { MenuButton, MenuItem, MenuSeparator, Submenu } from '../../ui/overlay/Menu.tsx';
import { PANES } from '../registry.ts';
import { listPlaces } from './defaultLayout.ts';
import { Shortcut } from './PaneMenu.tsx';

export function PanesMenu(props: { readonly network: AppInfo['network'] | null }) {
  const panes = listPlaces(props.network)
    .flatMap((name) => PANES.get(name) ?? [])
    .sort((a, b) => a.title.localeCompare(b.title));
  const lastStep = useUndo(({ steps }) => steps.at(-1)?.label);
  return (
    <MenuButton
      className="button quiet panes-button"
      label="Panes"
      title="Panes"
      face={
        <>
          <LayoutGrid size={13} aria-hidden="true" /> <span className="menu-face">Panes</span>
        </>
      }
    >
      {panes.map(({ name, title }) => (
        <MenuItem key={name} onSelect={() => focusPane(name)}>
          {title}
        </MenuItem>
      ))}
      <MenuSeparator />
      {lastStep === undefined ? null : (
        <MenuItem onSelect={undoLast}>
          Undo: {lastStep} <Shortcut action="panes.undo" />
        </MenuItem>
      )}
      <Submenu label={DOCK_LABELS.addPane}>
        {panes
          .filter((pane) => pane.link !== undefined)
          .map(({ name, title }) => (
            <MenuItem key={name} onSelect={() => addPane(name)}>
              Add {title.toLowerCase()}
            </MenuItem>
          ))}
      </Submenu>
    </MenuButton>
  );
}
