/**
 * Stream plan: groups the public streams into connections.
 *
 * Shape       A market with a book or candles has its own connection, so that its gaps and resubscriptions do not affect
 *             other markets. Books that nothing shows share connections; each market has a fixed one, so that a change of the
 *             list reopens no other. Tapes of other markets share connections, underlyings share one.
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
  /** Markets whose books are in the group. */
  readonly books: readonly MarketId[];
  /** Null for a connection of one market. */
  readonly shared: SharedStreams | null;
}

/** Bounds the length of the request target. */
const MAX_SHARED_STREAMS = 100;
/** Connections of books that nothing shows: some dozen markets each where as many as possible are watched. */
const UNSHOWN_GROUPS = 16;

export function planStreamGroups(interest: PublicInterest): StreamGroup[] {
  const books = new Set(interest.books);
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
  const unshown = new Map<number, MarketId[]>();
  for (const market of interest.unshownBooks ?? []) {
    // A market whose candles are watched has a connection of its own.
    if (streamsByMarket.has(market)) {
      streamsOf(market).add(formatStream({ kind: 'ob-inc', market }));
      streamsOf(market).add(formatStream({ kind: 'trades', market }));
      books.add(market);
    } else {
      const at = groupOf(market);
      unshown.set(at, [...(unshown.get(at) ?? []), market]);
    }
  }
  const isUnshown = new Set([...unshown.values()].flat());
  const shared: MarketId[] = [];
  for (const market of new Set(interest.tapes)) {
    if (streamsByMarket.has(market)) streamsOf(market).add(formatStream({ kind: 'trades', market }));
    else if (!isUnshown.has(market)) shared.push(market);
  }
  const groups: StreamGroup[] = [...streamsByMarket].map(([market, streams]) => ({
    key: `market ${market}`,
    streams: [...streams].sort(),
    markets: [market],
    books: books.has(market) ? [market] : [],
    shared: null,
  }));
  for (const [at, markets] of unshown) {
    markets.sort();
    groups.push({
      key: `books ${at + 1}`,
      streams: markets
        .flatMap((market) => [formatStream({ kind: 'ob-inc', market }), formatStream({ kind: 'trades', market })])
        .sort(),
      markets,
      books: markets,
      shared: null,
    });
  }
  shared.sort();
  for (let from = 0; from < shared.length; from += MAX_SHARED_STREAMS) {
    const markets = shared.slice(from, from + MAX_SHARED_STREAMS);
    groups.push({
      key: from === 0 ? 'tapes' : `tapes ${from / MAX_SHARED_STREAMS + 1}`,
      streams: markets.map((market) => formatStream({ kind: 'trades', market })),
      markets,
      books: [],
      shared: 'tapes',
    });
  }
  const symbols = [...new Set(interest.underlyings)].sort();
  if (symbols.length > 0) {
    const streams = symbols.map((symbol) => formatStream({ kind: 'crypto', symbol }));
    groups.push({ key: 'underlyings', streams, markets: [], books: [], shared: 'underlyings' });
  }
  return groups;
}

/** True when a connection can serve the group: it has all of its streams, and no book that the group does not want. */
export function canKeepConnection(streams: readonly string[], wanted: StreamGroup): boolean {
  const carried = new Set(streams);
  if (!wanted.streams.every((stream) => carried.has(stream))) return false;
  const books = new Set(wanted.books.map((market) => formatStream({ kind: 'ob-inc', market })));
  return streams.every((stream) => !stream.endsWith('.ob-inc') || books.has(stream));
}

/** The same one for a market, whichever others are watched. */
function groupOf(market: MarketId): number {
  let hash = 0;
  for (let at = 0; at < market.length; at += 1) hash = (hash * 31 + market.charCodeAt(at)) >>> 0;
  return hash % UNSHOWN_GROUPS;
}
