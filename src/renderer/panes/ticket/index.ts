import type { PaneDefinition } from '../../ui/pane.ts';
import { Header, View } from './View.tsx';

const pane: PaneDefinition = {
  name: 'ticket',
  title: 'Ticket',
  View,
  Header,
  link: 'names',
  // Sizes in dollars or per cent follow the market, and a ladder sends them.
  runsHidden: () => true,
};
export default pane;
