/** Grouping and sort of one P&L pane. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';

const GROUPINGS = ['markets', 'events', 'days'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const groupingSetting = createPaneSetting<Grouping>(
  'grouping',
  'markets',
  (saved) => GROUPINGS.find((grouping) => grouping === saved) ?? null,
);
export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
