import type { PaneDefinition } from '../../ui/pane.ts';
import { Alert, Header, View } from './View.tsx';

export default { name: 'wallet', title: 'Wallet', View, Header, Alert } satisfies PaneDefinition;
