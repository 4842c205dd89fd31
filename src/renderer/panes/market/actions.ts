/** Actions of a market pane: its sections from the keyboard. */
import type { Action } from '../../domain/keys/actions.ts';
import { SECTIONS } from './model.ts';
import { foldedSections, formatFolded } from './state.ts';

export function listActions(paneId: string): readonly Action[] {
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
