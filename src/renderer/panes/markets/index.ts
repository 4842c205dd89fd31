import { registerActions } from '../../domain/keys/actions.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions, SEARCH_ACTION } from './actions.ts';
import { View } from './View.tsx';

// Also while no markets pane is in front: the action opens one.
registerActions([SEARCH_ACTION]);

export default {
  name: 'markets',
  title: 'Markets',
  View,
  link: 'picks',
  actions: listActions,
} satisfies PaneDefinition;
