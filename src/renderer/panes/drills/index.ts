import type { PaneDefinition } from '../../ui/pane.ts';
import { View } from './View.tsx';

export default { name: 'drills', title: 'Drills', View } satisfies PaneDefinition;
