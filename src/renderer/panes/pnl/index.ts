import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'pnl', title: 'P&L', View, Header, link: 'picks' } satisfies PaneDefinition;
