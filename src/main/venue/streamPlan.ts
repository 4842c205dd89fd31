/**
 * Stream plan: groups the public streams into connections.
 *
 * Shape       The first shown markets, and each with candles, have a connection of their own, so that gaps and resubscriptions of
 *             one do not reach the others. All other books share connections; tapes and candles of a market are on the one of its
 *             book. Tapes of markets without a book share connections, underlyings share one.
 * Invariants  A book stays on its connection while it is watched, whatever else is: a change of the list reopens the connections
 *             that gain a market, and no other. The embedded exchange admits 32 connections.
 */
import type { PublicInterest, SharedStreams } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatStream } from '#wire/messages/streamName.ts';

export interface StreamGroup {
  /** `market 101`, `books 1`, `tapes`, `underlyings`: also the name in Health. */
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
/** Shown markets with a connection of their own; those with candles do not count. */
const MAX_OWN = 6;
/** Books of a shared connection: each reopening sends the snapshots of all of them. */
const MAX_SHARED_BOOKS = 24;

export interface StreamPlanner {
  plan(interest: PublicInterest): StreamGroup[];
}

export function createStreamPlanner(): StreamPlanner {
  /** The connection of each watched book: its own, or the number of a shared one. */
  const places = new Map<MarketId, 'own' | number>();

  function placeBooks({ books, unshownBooks = [], candles }: PublicInterest): void {
    const watched = new Set([...books, ...unshownBooks]);
    for (const market of places.keys()) if (!watched.has(market)) places.delete(market);
    const visible = new Set(books);
    const charted = new Set(candles.map(({ market }) => market));
    const shared: number[] = [];
    let own = 0;
    for (const [market, place] of places) {
      if (place !== 'own') shared[place] = (shared[place] ?? 0) + 1;
      else if (!charted.has(market)) own += 1;
    }
    for (const market of watched) {
      if (places.has(market)) continue;
      if (charted.has(market) || (visible.has(market) && own < MAX_OWN)) {
        places.set(market, 'own');
        if (!charted.has(market)) own += 1;
        continue;
      }
      let at = 0;
      while ((shared[at] ?? 0) >= MAX_SHARED_BOOKS) at += 1;
      shared[at] = (shared[at] ?? 0) + 1;
      places.set(market, at);
    }
  }

  return {
    plan(interest) {
      placeBooks(interest);
      return groupStreams(interest, places);
    },
  };
}

function groupStreams(interest: PublicInterest, places: ReadonlyMap<MarketId, 'own' | number>): StreamGroup[] {
  const groups = new Map<
    string,
    { readonly streams: Set<string>; readonly books: Set<MarketId>; readonly markets: Set<MarketId> }
  >();
  const groupOf = (market: MarketId) => {
    const place = places.get(market) ?? 'own';
    const key = place === 'own' ? `market ${market}` : `books ${place + 1}`;
    const group = groups.get(key) ?? {
      streams: new Set<string>(),
      books: new Set<MarketId>(),
      markets: new Set<MarketId>(),
    };
    groups.set(key, group);
    group.markets.add(market);
    return group;
  };
  for (const market of places.keys()) {
    const { streams, books } = groupOf(market);
    streams.add(formatStream({ kind: 'ob-inc', market })).add(formatStream({ kind: 'trades', market }));
    books.add(market);
  }
  for (const { market, period } of interest.candles) {
    groupOf(market).streams.add(formatStream({ kind: 'kline', market, period }));
  }
  const shared: MarketId[] = [];
  for (const market of new Set(interest.tapes)) {
    if (places.has(market) || groups.has(`market ${market}`)) {
      groupOf(market).streams.add(formatStream({ kind: 'trades', market }));
    } else shared.push(market);
  }
  return [
    ...[...groups].map(([key, { streams, books, markets }]) => ({
      key,
      streams: [...streams].sort(),
      markets: [...markets].sort(),
      books: [...books].sort(),
      shared: null,
    })),
    ...groupTapes(shared.sort()),
    ...groupUnderlyings(interest.underlyings),
  ];
}

function groupTapes(markets: readonly MarketId[]): StreamGroup[] {
  const groups: StreamGroup[] = [];
  for (let from = 0; from < markets.length; from += MAX_SHARED_STREAMS) {
    const own = markets.slice(from, from + MAX_SHARED_STREAMS);
    groups.push({
      key: from === 0 ? 'tapes' : `tapes ${from / MAX_SHARED_STREAMS + 1}`,
      streams: own.map((market) => formatStream({ kind: 'trades', market })),
      markets: own,
      books: [],
      shared: 'tapes',
    });
  }
  return groups;
}

function groupUnderlyings(underlyings: readonly string[]): StreamGroup[] {
  const symbols = [...new Set(underlyings)].sort();
  if (symbols.length === 0) return [];
  const streams = symbols.map((symbol) => formatStream({ kind: 'crypto', symbol }));
  return [{ key: 'underlyings', streams, markets: [], books: [], shared: 'underlyings' }];
}

/** True when a connection can serve the group: it has all of its streams, and no book that the group does not want. */
export function canKeepConnection(streams: readonly string[], wanted: StreamGroup): boolean {
  const carried = new Set(streams);
  if (!wanted.streams.every((stream) => carried.has(stream))) return false;
  const books = new Set(wanted.books.map((market) => formatStream({ kind: 'ob-inc', market })));
  return streams.every((stream) => !stream.endsWith('.ob-inc') || books.has(stream));
}
