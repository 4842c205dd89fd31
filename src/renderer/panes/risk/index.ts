import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

export default { name: 'risk', title: 'Risk', View, Header } satisfies PaneDefinition;
