import type { PaneDefinition } from '../../ui/pane.ts';
import { EquityHeader, EquityView } from './View.tsx';

export default { name: 'equity', title: 'Equity', View: EquityView, Header: EquityHeader } satisfies PaneDefinition;
