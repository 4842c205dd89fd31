import type { PaneDefinition } from '../../ui/pane.ts';
import { Count, Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'positions', title: 'Positions', View, Header, Count, link: 'picks' } satisfies PaneDefinition;
