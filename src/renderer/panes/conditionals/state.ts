/** Filters, sort and columns of one pane of conditional orders. */
import { createPaneSetting, createPaneState, usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { parseHiddenColumns } from '../../ui/table/tableColumns.ts';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';
import { type ConditionalFilter, STATE_FILTERS, type StateFilter } from './filter.ts';

export const stateFilter = createPaneSetting<StateFilter>('filter', 'all', (saved) =>
  typeof saved === 'string' && Object.hasOwn(STATE_FILTERS, saved) ? (saved as StateFilter) : null,
);

/** Only those of the market that the pane's colour follows. */
export const ownMarketOnly = createPaneSetting('ownMarketOnly', false, (saved) =>
  typeof saved === 'boolean' ? saved : null,
);

export const searchText = createPaneState('searchText', '');

export const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);

export const hiddenColumns = createPaneSetting<readonly string[]>('hiddenColumns', ['time'], parseHiddenColumns);

/** The filters in force in the pane around the caller, and how to drop them. */
export function useConditionalFilter(): { readonly filter: ConditionalFilter; readonly clear: () => void } {
  const [state, setState] = usePaneValue(stateFilter);
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const [text, setText] = usePaneValue(searchText);
  const followed = usePaneMarket();
  const clear = (): void => {
    setState('all');
    setOwnMarket(false);
    setText('');
  };
  return { filter: { state, market: isOwnMarket ? followed : null, text }, clear };
}
