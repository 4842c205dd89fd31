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

/** Labels that say nothing without their event. */
const BARE = /^(yes|no|up|down|over|under|higher|lower|above|below|other|draw)$/i;

/** The market's short label; its title where there is none, or where the label alone means nothing, such as Up. */
export function marketName(market: Market): string {
  const label = market.groupItemTitle;
  return label === null || BARE.test(label.trim()) ? market.title : label;
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
  const words = plainText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const names = [market.title, market.groupItemTitle, market.eventTitle, market.category, ...market.outcomeLabels];
  const text = ` ${plainText(names.join(' '))}`;
  return words.every((word) => beginsWord(text, word));
}

/** Lower case without accents, and without commas between digits. */
function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .toLowerCase();
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') || !/[\p{L}\p{N}]/u.test(word[0]!)) return true;
  }
  return false;
}
