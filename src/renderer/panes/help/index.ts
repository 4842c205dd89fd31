import type { PaneDefinition } from '../../ui/pane.ts';
import { View } from './View.tsx';

export default { name: 'help', title: 'Help', View } satisfies PaneDefinition;
