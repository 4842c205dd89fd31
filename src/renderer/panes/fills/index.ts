import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'fills', title: 'Fills', View, Header, link: 'picks' } satisfies PaneDefinition;
