/** The filters in force in the pane around the caller, and how to drop them. */
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import type { OrderFilter } from './filter.ts';
import { ownMarketOnly, searchText, sideFilter, stateFilter } from './state.ts';

export function useOrderFilter(): { readonly filter: OrderFilter; readonly clear: () => void } {
  const [state, setState] = usePaneValue(stateFilter);
  const [side, setSide] = usePaneValue(sideFilter);
  const [isOwnMarket, setOwnMarket] = usePaneValue(ownMarketOnly);
  const [text, setText] = usePaneValue(searchText);
  const followed = usePaneMarket();
  const market = isOwnMarket ? followed : null;
  const clear = (): void => {
    setState('all');
    setSide('all');
    setOwnMarket(false);
    setText('');
  };
  return { filter: { state, side, market, text }, clear };
}
