/** Markets by id, their names, and the words a search finds them by. */
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useFeedValue } from '../feed/feed.ts';
import { feedKey, type Mirror } from '../feed/mirror.ts';

/** One array for every catalogue that is not here yet, so that memos stay. */
export const NO_MARKETS: readonly Market[] = [];

export function findMarket(mirror: Mirror, id: MarketId | null): Market | null {
  return mirror.catalogue()?.markets.find((one) => one.market === id) ?? null;
}

/** The market's entry in the catalogue; null before the catalogue has it. */
export function useMarket(id: MarketId | null): Market | null {
  return useFeedValue([feedKey.catalogue], (mirror) => findMarket(mirror, id));
}

export function useTick(): Tick {
  return useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.tick ?? DEFAULT_TICK);
}

/** Name under its event: the short label where the exchange gives one. */
export function marketName(market: Market): string {
  return market.groupItemTitle ?? market.title;
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

/** True when every word of the query is part of the market's names, in any case. */
export function matchesQuery(market: Market, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = [market.title, market.groupItemTitle, market.eventTitle, market.category, ...market.outcomeLabels]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
