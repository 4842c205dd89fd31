/** The tape pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { TapeHeader } from './Header.tsx';
import { soundSize } from './state.ts';
import { TapeView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'tape',
  title: 'Tape',
  View: TapeView,
  Header: TapeHeader,
  link: 'shows',
  // The sound of large trades.
  runsHidden: (paneId) => soundSize.get(paneId) !== null,
  actions: listActions,
};
export default pane;
