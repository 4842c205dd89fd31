/** The ladder pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { LadderHeader, LadderView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'ladder',
  title: 'Ladder',
  View: LadderView,
  Header: LadderHeader,
  link: 'names',
  actions: listActions,
};
export default pane;
