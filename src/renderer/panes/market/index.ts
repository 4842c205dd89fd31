/** The market pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listActions } from './actions.ts';
import { View } from './View.tsx';

export default { name: 'market', title: 'Market', View, link: 'names', actions: listActions } satisfies PaneDefinition;
