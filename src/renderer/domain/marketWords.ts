/**
 * Words that name markets in typed conditions: 'snow', 'policy-rate-held'.
 *
 * Invariants  Pure. A market's own word names it and no other; any part of a word that one market alone has names it too.
 */
import type { Market } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { nameMarkets } from './markets.ts';
import { quote, type Typed } from './typedPrice.ts';

export interface MarketWords {
  /** The market that `word` names, whatever its letter case. */
  find(word: string): Typed<MarketId>;
  /** The word of a market; its id where the name gives none. */
  wordOf(market: MarketId): string;
}

/** So many names are listed where a word fits several. */
const MAX_LISTED = 3;

/** Listings are values, so their words never change. */
const known = new WeakMap<readonly Market[], MarketWords>();

export function marketWords(markets: readonly Market[]): MarketWords {
  const found = known.get(markets) ?? buildWords(markets);
  known.set(markets, found);
  return found;
}

function buildWords(markets: readonly Market[]): MarketWords {
  const ids = new Map(markets.map(({ market }) => [market.toLowerCase(), market]));
  const words = new Map<string, MarketId>();
  for (const [market, name] of nameMarkets(markets)) {
    const word = toWord(name);
    // An id names its own market alone, and a condition that begins so would be read as something else.
    if (word !== '' && !words.has(word) && !ids.has(word) && !RESERVED.has(word)) words.set(word, market);
  }
  const byMarket = new Map([...words].map(([word, market]) => [market, word]));
  return {
    find(typed) {
      const word = typed.toLowerCase();
      const exact = ids.get(word) ?? words.get(word);
      if (exact !== undefined) return { ok: true, value: exact };
      const fitting = listFitting(words, word);
      const [only] = fitting;
      if (only !== undefined && fitting.length === 1) return { ok: true, value: only[1] };
      return { ok: false, hint: describeNone(word, fitting) };
    },
    wordOf: (market) => byMarket.get(market) ?? market,
  };
}

/** Words of conditions. */
const RESERVED = new Set(['yes', 'no', 'bid', 'ask', 'last', 'mid', 'underlying', 'and', 'or', 'held']);

/** Those that begin so; else those that have it anywhere. */
function listFitting(words: ReadonlyMap<string, MarketId>, word: string): readonly (readonly [string, MarketId])[] {
  const begun = [...words].filter(([one]) => one.startsWith(word));
  return begun.length > 0 ? begun : [...words].filter(([one]) => one.includes(word));
}

function describeNone(word: string, fitting: readonly (readonly [string, MarketId])[]): string {
  if (fitting.length === 0) return `Expected a market by its name or id, found ${quote(word)}`;
  const names = fitting.slice(0, MAX_LISTED).map(([one]) => one);
  const more = fitting.length > MAX_LISTED ? ', …' : '';
  return `${quote(word)} is not one market: ${names.join(', ')}${more}`;
}

function toWord(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
