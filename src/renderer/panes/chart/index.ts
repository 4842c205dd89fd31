/** The chart pane. */
import type { PaneDefinition } from '../../ui/pane.ts';
import { listChartActions } from './actions.ts';
import { ChartHeader } from './Header.tsx';
import { ChartView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'chart',
  title: 'Chart',
  View: ChartView,
  Header: ChartHeader,
  link: 'names',
  actions: listChartActions,
};
export default pane;
