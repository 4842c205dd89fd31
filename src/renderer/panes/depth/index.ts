import type { PaneDefinition } from '../../ui/pane.ts';
import { DepthHeader } from './Header.tsx';
import { DepthView } from './View.tsx';

export default {
  name: 'depth',
  title: 'Depth',
  View: DepthView,
  Header: DepthHeader,
  link: 'names',
} satisfies PaneDefinition;
