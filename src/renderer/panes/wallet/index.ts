import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'wallet', title: 'Wallet', View, Header } satisfies PaneDefinition;
