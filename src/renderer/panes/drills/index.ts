import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

export default { name: 'drills', title: 'Drills', View, Header } satisfies PaneDefinition;
