/** Grouping and table of one P&L pane. */
import { PNL_PANE_LABELS } from '#shared/text/account/pnlPaneLabels.ts';
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { GROUPINGS, type Grouping, type ResultRow } from './model.ts';

export const groupingSetting = createPaneSetting<Grouping>(
  'grouping',
  'markets',
  (saved) => GROUPINGS.find((grouping) => grouping === saved) ?? null,
);

export const pnlTable = tablePane<ResultRow>({ label: PNL_PANE_LABELS.profitAndLoss, keyOf: ({ key }) => key });
