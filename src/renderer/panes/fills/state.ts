/** Filters, sort and columns of one fills pane. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';
import { type FillPeriod, PERIODS } from './filter.ts';

export const periodSetting = createPaneSetting<FillPeriod>('period', 'all', (saved) =>
  typeof saved === 'string' && Object.hasOwn(PERIODS, saved) ? (saved as FillPeriod) : null,
);

/** Only fills of the market that the pane's colour follows. */
export const ownMarketOnly = createPaneSetting('ownMarketOnly', false, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);

export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', [], parseHiddenColumns);
