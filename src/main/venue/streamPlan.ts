/**
 * Stream plan: groups the public streams into connections.
 *
 * Shape       A market with a book or candles has its own connection, so that its gaps and resubscriptions do not affect
 *             other markets. Tapes of other markets share connections, underlyings share one.
 */
import type { PublicInterest, SharedStreams } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatStream } from '#wire/messages/streamName.ts';

export interface StreamGroup {
  /** `market 101`, `tapes`, `underlyings`: also the name in Health. */
  readonly key: string;
  /** Sorted. */
  readonly streams: readonly string[];
  readonly markets: readonly MarketId[];
  /** The market whose book is in the group. */
  readonly book: MarketId | null;
  /** Null for a connection of one market. */
  readonly shared: SharedStreams | null;
}

/** Bounds the length of the request target. */
const MAX_SHARED_STREAMS = 100;

export function planStreamGroups(interest: PublicInterest): StreamGroup[] {
  const streamsByMarket = new Map<MarketId, Set<string>>();
  const streamsOf = (market: MarketId): Set<string> => {
    const streams = streamsByMarket.get(market) ?? new Set<string>();
    streamsByMarket.set(market, streams);
    return streams;
  };
  for (const market of interest.books) {
    streamsOf(market).add(formatStream({ kind: 'ob-inc', market }));
    streamsOf(market).add(formatStream({ kind: 'trades', market }));
  }
  for (const { market, period } of interest.candles) {
    streamsOf(market).add(formatStream({ kind: 'kline', market, period }));
  }
  const shared: MarketId[] = [];
  for (const market of new Set(interest.tapes)) {
    if (streamsByMarket.has(market)) streamsOf(market).add(formatStream({ kind: 'trades', market }));
    else shared.push(market);
  }
  const books = new Set(interest.books);
  const groups: StreamGroup[] = [...streamsByMarket].map(([market, streams]) => ({
    key: `market ${market}`,
    streams: [...streams].sort(),
    markets: [market],
    book: books.has(market) ? market : null,
    shared: null,
  }));
  shared.sort();
  for (let from = 0; from < shared.length; from += MAX_SHARED_STREAMS) {
    const markets = shared.slice(from, from + MAX_SHARED_STREAMS);
    groups.push({
      key: from === 0 ? 'tapes' : `tapes ${from / MAX_SHARED_STREAMS + 1}`,
      streams: markets.map((market) => formatStream({ kind: 'trades', market })),
      markets,
      book: null,
      shared: 'tapes',
    });
  }
  const symbols = [...new Set(interest.underlyings)].sort();
  if (symbols.length > 0) {
    const streams = symbols.map((symbol) => formatStream({ kind: 'crypto', symbol }));
    groups.push({ key: 'underlyings', streams, markets: [], book: null, shared: 'underlyings' });
  }
  return groups;
}

/** True when a connection can serve the group: it has all of its streams, and no book that the group does not want. */
export function canKeepConnection(streams: readonly string[], wanted: StreamGroup): boolean {
  const carried = new Set(streams);
  if (!wanted.streams.every((stream) => carried.has(stream))) return false;
  return wanted.book !== null || !streams.some((stream) => stream.endsWith('.ob-inc'));
}
