import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'markets', title: 'Markets', View, Header, link: 'picks' } satisfies PaneDefinition;
