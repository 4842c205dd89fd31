import type { PaneDefinition } from '../../ui/pane.ts';
import { Alert, Count, Header } from './Header.tsx';
import { View } from './View.tsx';

export default {
  name: 'conditionals',
  title: 'Conditionals',
  View,
  Header,
  Count,
  Alert,
  link: 'picks',
} satisfies PaneDefinition;
