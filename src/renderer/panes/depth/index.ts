import type { PaneDefinition } from '../../ui/pane.ts';
import { DepthHeader, DepthView } from './View.tsx';

export default {
  name: 'depth',
  title: 'Depth',
  View: DepthView,
  Header: DepthHeader,
  link: 'names',
} satisfies PaneDefinition;
