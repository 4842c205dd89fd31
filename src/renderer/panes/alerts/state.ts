/** State of an Alerts pane: what it lists, and how that is sorted. */
import { createPaneSetting, createPaneState } from '../../domain/panes.ts';
import { parseTableSort, type TableSort } from '../../ui/tableSort.ts';

export type AlertsTab = 'alerts' | 'log';

export const alertsTab = createPaneState<AlertsTab>('alertsTab', 'alerts');

export const alertsSort = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
