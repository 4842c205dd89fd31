import type { PaneDefinition } from '../../ui/pane.ts';
import { Alert, Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'wallet', title: 'Wallet', View, Header, Alert } satisfies PaneDefinition;
