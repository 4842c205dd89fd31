import type { PaneDefinition } from '../../ui/pane.ts';
import { Header } from './Header.tsx';
import { View } from './View.tsx';

export default { name: 'ticket', title: 'Ticket', View, Header, link: 'names' } satisfies PaneDefinition;
