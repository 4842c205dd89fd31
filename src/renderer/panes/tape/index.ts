/** The tape pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { TapeHeader } from './Header.tsx';
import { TapeView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'tape',
  title: 'Tape',
  View: TapeView,
  Header: TapeHeader,
  link: 'shows',
  actions: listActions,
};
export default pane;
