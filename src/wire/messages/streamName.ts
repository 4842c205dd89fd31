/**
 * Stream names, and the query that subscribes to them.
 *
 * Invariants  Values are never percent-encoded: the exchange splits the raw request target (docs/assumptions.md#raw-stream-names).
 * Source      docs/exchange-interface.md#streams.
 */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { type MarketId, parseMarketId } from '#shared/units/ids.ts';

export const PRIVATE_STREAMS = ['order', 'contract', 'balance', 'position'] as const;
export type PrivateStream = (typeof PRIVATE_STREAMS)[number];

export type StreamName =
  | { readonly kind: 'ob-snap' | 'ob-inc' | 'trades'; readonly market: MarketId }
  | { readonly kind: 'kline'; readonly market: MarketId; readonly period: Period }
  | { readonly kind: 'crypto'; readonly symbol: string }
  | { readonly kind: PrivateStream };

/** Longest payload of each stream; a longer one is unreadable. */
export const STREAM_CHARACTERS: Readonly<Record<StreamName['kind'], number>> = {
  'ob-snap': 256 * 1_024,
  'ob-inc': 64 * 1_024,
  trades: 64 * 1_024,
  kline: 64 * 1_024,
  crypto: 4 * 1_024,
  order: 64 * 1_024,
  contract: 64 * 1_024,
  balance: 16 * 1_024,
  position: 64 * 1_024,
};

export function formatStream(name: StreamName): string {
  switch (name.kind) {
    case 'kline':
      return `${name.market}.kline-${name.period}`;
    case 'crypto':
      return `crypto.${name.symbol}`;
    case 'ob-snap':
    case 'ob-inc':
    case 'trades':
      return `${name.market}.${name.kind}`;
    default:
      return name.kind;
  }
}

/** Names that were parsed before: each message of a connection has one of a few. */
const parsed = new Map<string, StreamName | null>();
const MAX_PARSED = 1_000;

/** Parses a stream's name; null for an unknown stream. */
export function parseStream(text: string): StreamName | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const name = parseName(text);
  if (parsed.size === MAX_PARSED) parsed.clear();
  parsed.set(text, name);
  return name;
}

function parseName(text: string): StreamName | null {
  const privateName = PRIVATE_STREAMS.find((name) => name === text);
  if (privateName) return { kind: privateName };
  const dot = text.indexOf('.');
  const head = text.slice(0, dot);
  const tail = text.slice(dot + 1);
  if (dot <= 0 || tail === '') return null;
  if (tail === 'ob-snap' || tail === 'ob-inc' || tail === 'trades') {
    const market = parseMarketOrNull(head);
    return market === null ? null : { kind: tail, market };
  }
  const period = tail.startsWith('kline-') ? tail.slice(6) : null;
  if (period !== null) {
    const market = parseMarketOrNull(head);
    return isPeriod(period) && market !== null ? { kind: 'kline', market, period } : null;
  }
  return head === 'crypto' ? { kind: 'crypto', symbol: tail } : null;
}

/** Builds `stream=a&stream=b` without encoding; throws UnitError for a name that needs encoding. */
export function buildStreamQuery(streams: readonly string[]): string {
  for (const stream of streams) {
    if (!/^[A-Za-z0-9._,-]{1,160}$/.test(stream)) {
      throw new UnitError('a stream name of unreserved characters', quoteFound(stream));
    }
  }
  return streams.map((stream) => `stream=${stream}`).join('&');
}

function parseMarketOrNull(text: string): MarketId | null {
  try {
    return parseMarketId(text);
  } catch {
    return null;
  }
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text);
}
