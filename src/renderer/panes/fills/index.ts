import type { PaneDefinition } from '../../ui/pane.ts';
import { View } from './View.tsx';

export default { name: 'fills', title: 'Fills', View, link: 'picks' } satisfies PaneDefinition;
