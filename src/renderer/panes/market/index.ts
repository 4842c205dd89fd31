/** The market pane. */

import type { Action } from '../../domain/keys/actions.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { SECTIONS } from './model.ts';
import { foldedSections, formatFolded } from './state.ts';
import { View } from './View.tsx';

export default { name: 'market', title: 'Market', View, link: 'names', actions: listActions } satisfies PaneDefinition;

/** Actions of a market pane: its sections from the keyboard. */
function listActions(paneId: string): readonly Action[] {
  return [
    {
      id: 'market.foldAll',
      title: 'Market: fold every section',
      group: 'View',
      defaultKeys: [],
      run: () => foldedSections.set(paneId, formatFolded(SECTIONS)),
    },
    {
      id: 'market.unfoldAll',
      title: 'Market: open every section',
      group: 'View',
      defaultKeys: [],
      run: () => foldedSections.set(paneId, ''),
    },
  ];
}
