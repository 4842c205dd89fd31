/** What the palette and keys can start in a chart. */
import { otherSide } from '#shared/market/outcome.ts';
import type { Action } from '../../domain/actions.ts';
import { levelRequests, viewSetting, zoomRequests } from './state.ts';

export function listChartActions(paneId: string): readonly Action[] {
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
    {
      id: 'chart.switchOutcome',
      title: 'Show the other outcome in the chart',
      group: 'View',
      defaultKeys: [],
      run: () => viewSetting.set(paneId, otherSide(viewSetting.get(paneId))),
    },
  ];
}
