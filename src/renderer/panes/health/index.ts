import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

export default { name: 'health', title: 'Health', View, Header } satisfies PaneDefinition;
