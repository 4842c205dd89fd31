import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

export default { name: 'balances', title: 'Balances', View, Header } satisfies PaneDefinition;
