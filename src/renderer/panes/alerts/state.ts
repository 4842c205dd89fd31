/** State of an Alerts pane: what it lists, and which alert is edited. */
import { createPaneState } from '../../domain/panes.ts';

export type AlertsTab = 'alerts' | 'log';

export const alertsTab = createPaneState<AlertsTab>('alertsTab', 'alerts');
/** Id of the alert whose form is open; null: none. */
export const editedAlert = createPaneState<string | null>('editedAlert', null);
