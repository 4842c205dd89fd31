/** Markets by id, their names, and the words a search finds them by. */
import type { Market } from '#shared/market/market.ts';
import { DEFAULT_TICK, type Tick } from '#shared/market/tickGrid.ts';
import { formatDayTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey, type Mirror } from '../../feed/mirror.ts';
import { matchesWords } from '../search.ts';

/** One array for every catalogue that is not here yet, so that memos stay. */
export const NO_MARKETS: readonly Market[] = [];

export function findMarket(mirror: Mirror, id: MarketId | null): Market | null {
  return mirror.catalogue()?.markets.find((one) => one.id === id) ?? null;
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

/** Labels that say nothing without their event. */
const BARE = /^(yes|no|up|down|over|under|higher|lower|above|below|other|draw)$/i;

/** The market's short name: no other market of the catalogue has it, and it is never just 'Up'. */
export function marketName(market: Market): string {
  return namesOf(feed.listing()).get(market.id) ?? ownName(market);
}

/** The short label; the title where there is none, or where the label alone means nothing. */
function ownName({ groupItemTitle, title, eventTitle }: Market): string {
  const [label, name] = [groupItemTitle?.trim() ?? '', title.trim()];
  if (label !== '' && !BARE.test(label)) return label;
  return BARE.test(name) && eventTitle ? `${eventTitle} · ${name}` : title;
}

/** Longer names, for markets whose shorter ones are alike. */
const LONGER: readonly ((market: Market) => string)[] = [
  ({ title }) => title,
  (market) => (market.eventTitle ? `${market.eventTitle} · ${ownName(market)}` : market.title),
  (market) => (market.closeAtMs === null ? market.title : `${ownName(market)}, ${formatDayTime(market.closeAtMs)}`),
];

/** A name for each market, the shortest that no other one has; the id after it where all names are alike. */
export function nameMarkets(markets: readonly Market[]): ReadonlyMap<MarketId, string> {
  const names = new Map<MarketId, string>();
  const taken = new Set<string>();
  let left: Iterable<readonly Market[]> = Map.groupBy(markets, (market) => ownName(market).toLowerCase()).values();
  for (const nameOf of [ownName, ...LONGER]) {
    const alike: Market[] = [];
    for (const group of left) {
      const found = Map.groupBy(group, (market) => nameOf(market).toLowerCase());
      for (const [name, [market, ...others]] of found) {
        if (others.length > 0 || taken.has(name) || BARE.test(name)) alike.push(market!, ...others);
        else {
          names.set(market!.id, nameOf(market!));
          taken.add(name);
        }
      }
    }
    left = alike.length === 0 ? [] : [alike];
  }
  for (const group of left) for (const market of group) names.set(market.id, `${ownName(market)} · ${market.id}`);
  return names;
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
