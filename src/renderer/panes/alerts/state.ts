/** State of an Alerts pane: what it lists, what is searched in it, and how it is sorted. */
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';

export type AlertsTab = 'alerts' | 'log';

export const alertsTab = createPaneState<AlertsTab>('alertsTab', 'alerts');

/** Words that narrow the list or the log. */
export const searchText = createPaneState('searchText', '');

export const alertsSort = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
