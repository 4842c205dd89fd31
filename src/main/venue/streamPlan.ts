/**
 * Which connections carry which public streams.
 *
 * Shape       A watched market has a connection of its own, so that a gap or a new pane in one disturbs no other;
 *             tapes of markets that nobody watches share one, underlyings another.
 */
import type { PublicInterest } from '#shared/market/events.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatStream } from '#wire/messages/streamName.ts';

export interface PlannedGroup {
  /** `market 101`, `tapes`, `underlyings`: also the name in Health. */
  readonly key: string;
  /** Sorted. */
  readonly streams: readonly string[];
  readonly markets: readonly MarketId[];
  /** The market whose book it carries. */
  readonly book: MarketId | null;
}

/** Streams per shared connection; the request target must stay short enough for any server. */
const SHARED_STREAMS = 100;

export function planGroups(interest: PublicInterest): PlannedGroup[] {
  const own = new Map<MarketId, Set<string>>();
  const streamsOf = (market: MarketId): Set<string> => {
    const streams = own.get(market) ?? new Set<string>();
    own.set(market, streams);
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
    if (own.has(market)) streamsOf(market).add(formatStream({ kind: 'trades', market }));
    else shared.push(market);
  }
  const books = new Set(interest.books);
  const groups: PlannedGroup[] = [...own].map(([market, streams]) => ({
    key: `market ${market}`,
    streams: [...streams].sort(),
    markets: [market],
    book: books.has(market) ? market : null,
  }));
  shared.sort();
  for (let from = 0; from < shared.length; from += SHARED_STREAMS) {
    const markets = shared.slice(from, from + SHARED_STREAMS);
    groups.push({
      key: from === 0 ? 'tapes' : `tapes ${from / SHARED_STREAMS + 1}`,
      streams: markets.map((market) => formatStream({ kind: 'trades', market })),
      markets,
      book: null,
    });
  }
  const symbols = [...new Set(interest.underlyings)].sort();
  if (symbols.length > 0) {
    const streams = symbols.map((symbol) => formatStream({ kind: 'crypto', symbol }));
    groups.push({ key: 'underlyings', streams, markets: [], book: null });
  }
  return groups;
}

/** A connection that carries more than is wanted may stay, unless what is no longer wanted is a book. */
export function mayKeep(carried: readonly string[], wanted: PlannedGroup): boolean {
  const has = new Set(carried);
  if (!wanted.streams.every((stream) => has.has(stream))) return false;
  return wanted.book !== null || !carried.some((stream) => stream.endsWith('.ob-inc'));
}
