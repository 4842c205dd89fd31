/** State of an Alerts pane: what it lists. */
import { createPaneState } from '../../domain/panes.ts';

export type AlertsTab = 'alerts' | 'log';

export const alertsTab = createPaneState<AlertsTab>('alertsTab', 'alerts');
