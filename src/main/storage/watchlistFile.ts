/**
 * Stored watchlists of one network and server, whose markets no other one has.
 *
 * Shape       `watchlists.json`, version 1.
 * Errors      StoredDataError for data that no version wrote; a list that is not readable is reported and omitted.
 */
import { z } from 'zod';
import { areWatchlists, type Watchlist } from '#shared/market/watchlists.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';
import { parsedBy, parseStored } from './storedData.ts';

export interface WatchlistFile {
  readonly version: 1;
  readonly lists: readonly Watchlist[];
}

export const NO_WATCHLISTS: WatchlistFile = { version: 1, lists: [] };

const file = z.object({ version: z.literal(1), lists: z.array(z.unknown()) });
const list = z.object({
  name: z.string(),
  markets: z.array(parsedBy<string, MarketId>(z.string(), parseMarketId)),
});

export function parseWatchlistFile(value: unknown, onProblem: (problem: string) => void): WatchlistFile {
  const lists: Watchlist[] = [];
  for (const [at, stored] of parseStored(file, value, 'watchlists of version 1').lists.entries()) {
    const found = list.safeParse(stored);
    if (found.success && areWatchlists([...lists, found.data])) lists.push(found.data);
    else onProblem(`Expected a watchlist within its limits at lists.${at}, found other data`);
  }
  return { version: 1, lists };
}
