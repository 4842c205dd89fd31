/** Markets by id, their names, and the words a search finds them by. */

import { matchesWords } from '#shared/base/searchWords.ts';
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import { nameMarkets, ownName } from '#shared/text/markets/marketNames.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';

/** One array for every catalogue that is not here yet, so that memos stay. */
export const NO_MARKETS: readonly Market[] = [];

export function findMarket(mirror: Mirror, id: MarketId | null): Market | null {
  return id === null ? null : (byId(mirror.catalogue()?.markets ?? NO_MARKETS).get(id) ?? null);
}

/** Lists of markets are values, so what is where in them never changes. */
const byIdOf = new WeakMap<readonly Market[], ReadonlyMap<MarketId, Market>>();

export function byId(markets: readonly Market[]): ReadonlyMap<MarketId, Market> {
  const known = byIdOf.get(markets) ?? new Map(markets.map((market) => [market.id, market]));
  byIdOf.set(markets, known);
  return known;
}

/** The market's entry in the catalogue; null before the catalogue has it. */
export function useMarket(id: MarketId | null): Market | null {
  return useFeedValue([feedKey.catalogue], (mirror) => findMarket(mirror, id));
}

/** The markets for their names, times and states: renders again only when one of these changes. */
export function useListing(): readonly Market[] {
  return useFeedValue([feedKey.listing], (mirror) => mirror.listing());
}

/** One of them; null before the catalogue has it. */
export function useListed(id: MarketId | null): Market | null {
  return useListing().find((one) => one.id === id) ?? null;
}

export function useTick(): Tick {
  return useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.tick ?? DEFAULT_TICK);
}

/** The market's short name: no other listed market has it, and it is never just 'Up'. */
export function marketName(market: Market): string {
  return market.name ?? namesOf(feed.listing()).get(market.id) ?? ownName(market);
}

/** Listings are values, so their names never change. */
const namesByListing = new WeakMap<readonly Market[], ReadonlyMap<MarketId, string>>();

function namesOf(markets: readonly Market[]): ReadonlyMap<MarketId, string> {
  let names = namesByListing.get(markets);
  if (names === undefined) {
    names = nameMarkets(markets);
    namesByListing.set(markets, names);
  }
  return names;
}

/** Event and title, for tooltips. */
export function marketTitle(market: Market): string {
  const { eventTitle, title } = market;
  return eventTitle && eventTitle !== title ? `${eventTitle} · ${title}` : title;
}

/** The title of a market, or its id before the catalogue has it. */
export function useMarketTitle(id: MarketId): string {
  const market = useMarket(id);
  return market === null ? id : marketTitle(market);
}

/** True when every word of the query begins a word of the market's names; letter case and digit grouping do not matter. */
export function matchesQuery(market: Market, query: string): boolean {
  if (query === '') return true;
  const { title, groupItemTitle, eventTitle, category, outcomeLabels } = market;
  return matchesWords([title, groupItemTitle, eventTitle, category, ...outcomeLabels], query);
}
