/** Actions of the markets pane: search from anywhere; star and filters while it is in front. */

import { MARKET_SORTS, type MarketSort } from '#shared/market/marketList.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { marketName } from '../../domain/markets/markets.ts';
import { starredList, toggleStar, useWatchlists, WATCHLIST_PROBLEMS } from '../../domain/markets/watchlists.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { linkKeyOf, marketOf } from '../../domain/workspaces/links.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { paneRecord } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { categorySetting, cursorMarket, listSetting, requestSearch, searchText, sortSetting } from './state.ts';

export const SEARCH_ACTION: Action = {
  id: 'market.search',
  title: 'Search markets',
  group: 'Market',
  defaultKeys: ['/'],
  run() {
    openPane('markets');
    requestSearch();
  },
};

export const STAR_ID = 'markets.star';

const SORT_TITLES: Readonly<Record<MarketSort, string>> = {
  event: 'by event',
  price: 'by price',
  volume: 'by 24 h volume',
  close: 'by close',
};

export function listActions(paneId: string): readonly Action[] {
  return [
    {
      id: STAR_ID,
      title: 'Star or unstar the market',
      group: 'Market',
      defaultKeys: ['Shift+S'],
      blockedBy: () => (starrable(paneId) === null ? 'No market is chosen' : null),
      run() {
        const market = starrable(paneId);
        if (market !== null) void star(listSetting.get(paneId), market);
      },
    },
    {
      id: 'markets.nextList',
      title: 'Markets: show the next watchlist',
      group: 'Market',
      defaultKeys: [],
      blockedBy: () =>
        useWatchlists.getState().lists.length === 0 ? 'There is no watchlist: star a market first' : null,
      run: () => showNextList(paneId),
    },
    {
      id: 'markets.showAll',
      title: 'Markets: show every market',
      group: 'Market',
      defaultKeys: [],
      run() {
        listSetting.set(paneId, null);
        categorySetting.set(paneId, null);
        searchText.set(paneId, '');
      },
    },
    ...MARKET_SORTS.map(
      (sort): Action => ({
        id: `markets.sort-${sort}`,
        title: `Markets: order ${SORT_TITLES[sort]}`,
        group: 'Market',
        defaultKeys: [],
        run: () => sortSetting.set(paneId, sort),
      }),
    ),
  ];
}

function starrable(paneId: string) {
  return cursorMarket.get(paneId) ?? marketOf(linkKeyOf(paneId, paneRecord(paneId)?.link ?? 'none'));
}

function showNextList(paneId: string): void {
  const names = useWatchlists.getState().lists.map(({ name }) => name);
  const at = names.indexOf(listSetting.get(paneId) ?? '');
  listSetting.set(paneId, names[at + 1] ?? null);
}

/** Adds the market to the chosen list, or removes it; says where it can't. */
export async function star(chosen: string | null, market: Parameters<typeof toggleStar>[1]): Promise<void> {
  const list = starredList(chosen, useWatchlists.getState().lists);
  const problem = await toggleStar(list, market);
  if (problem === null) return;
  const listed = feed.catalogue()?.markets.find((one) => one.id === market);
  const name = listed ? marketName(listed) : market;
  useOverlay.getState().notify('warn', `${name} was not starred`, WATCHLIST_PROBLEMS[problem], attemptOf('watchlist'));
}
