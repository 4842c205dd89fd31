/** The event pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default {
  name: 'event',
  title: 'Event',
  View,
  Header,
  link: 'names',
  actions: listActions,
} satisfies PaneDefinition;
