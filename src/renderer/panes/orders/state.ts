/** Filters, sort and columns of one orders pane. */
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';
import { SIDE_FILTERS, type SideFilter, STATE_FILTERS, type StateFilter } from './filter.ts';

function parseKey<T extends object>(values: T): (saved: unknown) => keyof T | null {
  return (saved) => (typeof saved === 'string' && Object.hasOwn(values, saved) ? (saved as keyof T) : null);
}

export const stateFilter = createPaneSetting<StateFilter>('filter', 'all', parseKey(STATE_FILTERS));

export const sideFilter = createPaneSetting<SideFilter>('side', 'all', parseKey(SIDE_FILTERS));

/** Only orders of the market that the pane's colour follows. */
export const ownMarketOnly = createPaneSetting('ownMarketOnly', false, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

export const searchText = createPaneState('searchText', '');

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);

/** What an order locks is in its details too. */
export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', ['locked'], parseHiddenColumns);
