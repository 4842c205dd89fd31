/** Filter and sort of one orders pane. */
import { createPaneSetting } from '../../domain/panes.ts';
import { parseTableSort, type TableSort } from '../../ui/tableSort.ts';
import type { Filter } from './model.ts';

export const filterSetting = createPaneSetting<Filter>('filter', 'all', (saved) =>
  saved === 'all' || saved === 'open' ? saved : null,
);

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
