/**
 * Stream names of a subscription, as in the request line.
 *
 * Source      docs/exchange-interface.md#streams; docs/assumptions.md#stream-query: split raw, never percent-decoded.
 */
import { PERIODS, type Period } from '#shared/market/candle.ts';
import type { PaperMarket } from '../../simulation/world.ts';

export type StreamName =
  | { readonly kind: 'book' | 'bookSnapshot' | 'trades'; readonly name: string; readonly market: PaperMarket }
  | { readonly kind: 'candle'; readonly name: string; readonly market: PaperMarket; readonly period: Period }
  | { readonly kind: 'underlying'; readonly name: string; readonly symbol: string }
  | { readonly kind: 'private'; readonly name: 'order' | 'contract' | 'balance' | 'position' };

const PRIVATE = ['order', 'contract', 'balance', 'position'] as const;
const MOST_STREAMS = 512;

/** All `stream=` values of a request target, split at commas, without duplicates. */
export function listStreamNames(target: string): string[] {
  const cut = target.indexOf('?');
  if (cut < 0) return [];
  const words = new Set<string>();
  for (const part of target.slice(cut + 1).split('&')) {
    if (!part.startsWith('stream=')) continue;
    for (const word of part.slice('stream='.length).split(',')) if (word !== '') words.add(word);
  }
  return [...words].slice(0, MOST_STREAMS);
}

/** Parses a stream name, or null when the exchange has no such stream. */
export function parseStreamName(
  name: string,
  marketOf: (slug: string) => PaperMarket | null,
  symbols: ReadonlySet<string>,
): StreamName | null {
  const own = PRIVATE.find((word) => word === name);
  if (own) return { kind: 'private', name: own };
  if (name.startsWith('crypto.')) {
    const symbol = name.slice('crypto.'.length);
    return symbols.has(symbol) ? { kind: 'underlying', name, symbol } : null;
  }
  const cut = name.lastIndexOf('.');
  const market = marketOf(name.slice(0, cut));
  const word = name.slice(cut + 1);
  if (!market) return null;
  if (word === 'ob-inc') return { kind: 'book', name, market };
  if (word === 'ob-snap') return { kind: 'bookSnapshot', name, market };
  if (word === 'trades') return { kind: 'trades', name, market };
  const period = (Object.keys(PERIODS) as Period[]).find((key) => word === `kline-${key}`);
  return period ? { kind: 'candle', name, market, period } : null;
}
