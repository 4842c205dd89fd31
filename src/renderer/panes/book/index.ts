/** The book pane. */

import type { Action } from '../../domain/keys/actions.ts';
import { GROUPINGS } from '../../domain/markets/bookLevels.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { depthSetting, groupingSetting } from './state.ts';
import { BookHeader, BookView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'book',
  title: 'Book',
  View: BookView,
  Header: BookHeader,
  link: 'shows',
  actions: listActions,
};
export default pane;

/** Actions of a book pane: grouping and the drawn depth. */
function listActions(paneId: string): readonly Action[] {
  return [
    {
      id: 'book.groupMore',
      title: 'Book: group more ticks',
      group: 'View',
      defaultKeys: ['Alt+G'],
      blockedBy: () => (groupingSetting.get(paneId) === GROUPINGS.at(-1) ? 'No larger group' : null),
      run: () => step(paneId, 1),
    },
    {
      id: 'book.groupLess',
      title: 'Book: group fewer ticks',
      group: 'View',
      defaultKeys: ['Alt+Shift+G'],
      blockedBy: () => (groupingSetting.get(paneId) === GROUPINGS[0] ? 'Each row is one tick' : null),
      run: () => step(paneId, -1),
    },
    {
      id: 'book.switchDepth',
      title: 'Book: show or hide the depth',
      group: 'View',
      defaultKeys: [],
      run: () => depthSetting.set(paneId, !depthSetting.get(paneId)),
    },
  ];
}

function step(paneId: string, by: 1 | -1): void {
  const next = GROUPINGS[GROUPINGS.indexOf(groupingSetting.get(paneId)) + by];
  if (next !== undefined) groupingSetting.set(paneId, next);
}
