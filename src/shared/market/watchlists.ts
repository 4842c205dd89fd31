/**
 * Watchlists: named lists of markets that a person chose, changed by pure steps.
 *
 * Invariants  Names are unique without regard to letter case, not empty and bounded; a list has a market once. A step that would break a
 *             bound answers null.
 */
import { cleanText } from '../base/cleanText.ts';
import type { MarketId } from '../units/ids.ts';

export interface Watchlist {
  readonly name: string;
  /** In the order of adding. */
  readonly markets: readonly MarketId[];
}

export const WATCHLIST_LIMITS = {
  lists: 20,
  /** Over all lists. */
  markets: 400,
  /** Characters of a name. */
  name: 40,
} as const;

/** Name of the list that the first star creates. */
export const FIRST_WATCHLIST = 'Watchlist';

/** True when the lists are within the bounds and have different names; what is saved and what is read passes this. */
export function areWatchlists(lists: readonly Watchlist[]): boolean {
  const names = new Set(lists.map(({ name }) => name.toLowerCase()));
  const count = lists.reduce((sum, { markets }) => sum + markets.length, 0);
  return (
    lists.length <= WATCHLIST_LIMITS.lists &&
    count <= WATCHLIST_LIMITS.markets &&
    names.size === lists.length &&
    lists.every(
      ({ name, markets }) => name !== '' && cleanName(name) === name && new Set(markets).size === markets.length,
    )
  );
}

/** The name as it is kept; empty for text without a visible character. */
export function cleanName(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, ' ').trim(), WATCHLIST_LIMITS.name).trim();
}

export function findWatchlist(lists: readonly Watchlist[], name: string | null): Watchlist | null {
  return lists.find((list) => list.name === name) ?? null;
}

/** Adds the market to the list of this name, or removes it; a missing list is made. Null where it is full. */
export function toggleWatched(
  lists: readonly Watchlist[],
  name: string,
  market: MarketId,
): readonly Watchlist[] | null {
  const list = findWatchlist(lists, name);
  if (list === null) return addWatchlist(lists, name, [market]);
  const markets = list.markets.includes(market)
    ? list.markets.filter((one) => one !== market)
    : [...list.markets, market];
  return checked(lists.map((one) => (one === list ? { name, markets } : one)));
}

/** Null for a name that is empty or taken, and where there are too many lists. */
export function addWatchlist(
  lists: readonly Watchlist[],
  name: string,
  markets: readonly MarketId[] = [],
): readonly Watchlist[] | null {
  return checked([...lists, { name: cleanName(name), markets }]);
}

export function renameWatchlist(lists: readonly Watchlist[], from: string, to: string): readonly Watchlist[] | null {
  return checked(lists.map((list) => (list.name === from ? { ...list, name: cleanName(to) } : list)));
}

export function removeWatchlist(lists: readonly Watchlist[], name: string): readonly Watchlist[] {
  return lists.filter((list) => list.name !== name);
}

function checked(lists: readonly Watchlist[]): readonly Watchlist[] | null {
  return areWatchlists(lists) ? lists : null;
}
