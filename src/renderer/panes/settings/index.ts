import type { PaneDefinition } from '../../ui/pane.ts';
import { View } from './View.tsx';

export default { name: 'settings', title: 'Settings', View } satisfies PaneDefinition;
