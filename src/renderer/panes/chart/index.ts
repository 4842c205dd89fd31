/** The chart pane. */

import type { Period } from '#shared/market/candle.ts';
import { otherSide } from '#shared/market/outcome.ts';
import type { Action } from '../../domain/keys/actions.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { levelRequests, OFFERED_PERIODS, periodSetting, viewSetting, zoomRequests } from './state.ts';
import { ChartHeader, ChartView } from './View.tsx';

const pane: PaneDefinition = {
  name: 'chart',
  title: 'Chart',
  View: ChartView,
  Header: ChartHeader,
  link: 'names',
  actions: listChartActions,
};
export default pane;

const PERIODS: readonly Period[] = OFFERED_PERIODS;

function listChartActions(paneId: string): readonly Action[] {
  const stepPeriod = (name: string, title: string, key: string, by: 1 | -1): Action => {
    const next = () => PERIODS[PERIODS.indexOf(periodSetting.get(paneId)) + by];
    return {
      id: `chart.${name}`,
      title,
      group: 'View',
      defaultKeys: [key],
      blockedBy: () => (next() === undefined ? `The candles of ${periodSetting.get(paneId)} are the last ones` : null),
      run() {
        const period = next();
        if (period !== undefined) periodSetting.set(paneId, period);
      },
    };
  };
  return [
    {
      id: 'chart.addLevel',
      title: 'Add a level to the chart',
      group: 'View',
      defaultKeys: [],
      run: () => levelRequests.set(paneId, levelRequests.get(paneId) + 1),
    },
    {
      id: 'chart.resetZoom',
      title: 'Reset the zoom of the chart',
      group: 'View',
      defaultKeys: [],
      run: () => zoomRequests.set(paneId, zoomRequests.get(paneId) + 1),
    },
    stepPeriod('longerBars', 'Show longer candles in the chart', 'Alt+L', 1),
    stepPeriod('shorterBars', 'Show shorter candles in the chart', 'Alt+Shift+L', -1),
    {
      id: 'chart.switchOutcome',
      title: 'Show the other outcome in the chart',
      group: 'View',
      defaultKeys: ['Alt+Y'],
      run: () => viewSetting.set(paneId, otherSide(viewSetting.get(paneId))),
    },
  ];
}
