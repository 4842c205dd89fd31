/** Underlying products of markets: the price that decides one, and all that are listed. */
import type { Market } from '#shared/market/market.ts';

const SYMBOL = /^[A-Za-z0-9-]{1,40}$/;

/** Underlying product that decides this market; null for others and for a name that no stream can have. */
export function underlyingOf(market: Market | null): string | null {
  const symbol = market?.terms?.underlying?.symbol ?? null;
  return symbol !== null && SYMBOL.test(symbol) ? symbol : null;
}

/** Every underlying of a listed market, once. */
export function listSymbols(markets: readonly Market[]): readonly string[] {
  return [...new Set(markets.map(underlyingOf))].filter((symbol) => symbol !== null).sort();
}
