import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'risk', title: 'Risk', View, Header } satisfies PaneDefinition;
