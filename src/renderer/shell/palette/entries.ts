/**
 * Entries of the palette: recent ones, actions and markets that the text finds.
 *
 * Invariants  Pure. Recent entries come first, then what begins with the text, then its words, then its initials.
 */

import { rankMatch } from '#shared/base/searchWords.ts';
import type { Market } from '#shared/market/market.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { marketName, matchesQuery } from '../../domain/markets/markets.ts';
import { idOfMarketEntry } from '../../domain/palette.ts';

export type Entry =
  | { readonly kind: 'action'; readonly id: string; readonly action: Action }
  | { readonly kind: 'market'; readonly id: string; readonly market: Market }
  /** A command that was typed before: its text goes back into the box. */
  | { readonly kind: 'typed'; readonly id: string; readonly text: string };

const MAX_MARKETS = 40;
const TYPED = 'typed:';

export function idOfTyped(text: string): string {
  return `${TYPED}${text}`;
}

export interface EntrySource {
  readonly actions: readonly Action[];
  readonly markets: readonly Market[];
  readonly recent: readonly string[];
}

export function listEntries(query: string, { actions, markets, recent }: EntrySource): readonly Entry[] {
  const text = query.trim();
  const found: { readonly entry: Entry; readonly rank: number }[] = [];
  for (const id of recent.filter((one) => one.startsWith(TYPED))) {
    const typed = id.slice(TYPED.length);
    // Not the text that is in the box already.
    const rank = typed === text ? null : rankMatch(typed, text);
    if (rank !== null) found.push({ entry: { kind: 'typed', id, text: typed }, rank });
  }
  for (const action of actions) {
    const rank = rankMatch(action.title, text) ?? rankMatch(`${action.group} ${action.title}`, text);
    if (rank !== null) found.push({ entry: { kind: 'action', id: action.id, action }, rank });
  }
  for (const market of markets.filter((one) => matchesQuery(one, text)).slice(0, MAX_MARKETS)) {
    const rank = rankMatch(marketName(market), text) ?? 1;
    found.push({ entry: { kind: 'market', id: idOfMarketEntry(market.id), market }, rank });
  }
  const age = (id: string): number => {
    const at = recent.indexOf(id);
    return at < 0 ? recent.length : at;
  };
  return found.toSorted((a, b) => age(a.entry.id) - age(b.entry.id) || a.rank - b.rank).map(({ entry }) => entry);
}
