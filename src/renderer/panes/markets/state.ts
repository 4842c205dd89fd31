/** Search, filters and order of one markets pane. */
import { createEmitter } from '#shared/base/emitter.ts';
import { MARKET_SORTS, type MarketSort } from '#shared/market/marketList.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { createPaneSetting, createPaneState } from '../../domain/workspaces/panes.ts';

export const searchText = createPaneState('searchText', '');

/** The row that the arrow keys are on; null: the row of the selected market. */
export const cursorMarket = createPaneState<MarketId | null>('cursorMarket', null);

export const sortSetting = createPaneSetting<MarketSort>(
  'sort',
  'event',
  (saved) => MARKET_SORTS.find((one) => one === saved) ?? null,
);

const parseName = (saved: unknown): string | null =>
  typeof saved === 'string' && saved !== '' && saved.length <= 120 ? saved : null;

/** Only this category; null: every one. */
export const categorySetting = createPaneSetting<string | null>('category', null, parseName);

/** The watchlist that is shown; null: every market. */
export const listSetting = createPaneSetting<string | null>('list', null, parseName);

/** Puts the focus into the search field of the first markets pane, also of one that opens only now. */
const searches = createEmitter();
let isWanted = false;

export function requestSearch(): void {
  isWanted = true;
  searches.emit();
}

/** Calls `focus` for a request that no other pane has served; the returned function stops it. */
export function serveSearch(focus: () => void): () => void {
  const serve = (): void => {
    if (!isWanted) return;
    isWanted = false;
    focus();
  };
  serve();
  return searches.on(serve);
}
