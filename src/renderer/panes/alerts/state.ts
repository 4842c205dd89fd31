/** State of an Alerts pane: what it lists, and its two tables. */
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import { ALERTS_PANE_LABELS } from '#shared/text/alerts/alertsPaneLabels.ts';
import { createPaneState } from '../../domain/workspaces/panes.ts';
import { searchFilter } from '../../tablePane/filters.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';

export type AlertsTab = 'alerts' | 'log';

export const alertsTab = createPaneState<AlertsTab>('alertsTab', 'alerts');

const ALERT_FILTERS = { text: searchFilter(ALERTS_PANE_LABELS.findAlerts) } as const;

export const alertsTable = tablePane<AlertView, typeof ALERT_FILTERS>({
  label: 'Alerts',
  keyOf: ({ id }) => id,
  filters: ALERT_FILTERS,
  formatCount: ({ visible, all }) => `${visible} of ${all} alerts`,
});

const LOG_FILTERS = { text: searchFilter(ALERTS_PANE_LABELS.findInLog) } as const;

/** Newest first; its words are those of the alerts. */
export const logTable = tablePane<AlertLogEntry, typeof LOG_FILTERS>({
  label: ALERTS_PANE_LABELS.logOfAlerts,
  keyOf: ({ seq }) => `${seq}`,
  filters: LOG_FILTERS,
  isLong: true,
  isUnsorted: true,
  formatCount: ({ visible, all }) => `${visible} of ${all} firings`,
});
