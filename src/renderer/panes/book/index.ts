/** The book pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { BookHeader } from './Header.tsx';
import { BookView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'book',
  title: 'Book',
  View: BookView,
  Header: BookHeader,
  link: 'shows',
  actions: listActions,
};
export default pane;
