import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

export default { name: 'pnl', title: 'P&L', View, Header, link: 'picks' } satisfies PaneDefinition;
