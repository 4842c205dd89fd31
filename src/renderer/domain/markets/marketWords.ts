/**
 * Words that name markets in typed orders and conditions: 'snow', 'policy-rate-held', 'hill alliance'.
 *
 * Invariants  A market's own word names it and no other; so does what one market alone has in its word, or in its titles, where
 *             the page has every listed market.
 */
import type { Market } from '#shared/market/market.ts';
import { nameMarkets } from '#shared/text/markets/marketNames.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { quote, type Typed } from '../orders/typedPrice.ts';
import { matchesQuery } from './markets.ts';

export interface MarketWords {
  /** The market that the words name, whatever their letter case. */
  find(typed: string): Typed<MarketId>;
  /** The markets that the words fit, in the order of the listing; all of them for none. */
  listFitting(typed: string): readonly MarketId[];
  /** True for a whole name or an id. */
  isExact(typed: string): boolean;
  /** The word of a market; its id where the name gives none. */
  wordOf(market: MarketId): string;
}

/** Letters of a word that typed commands read; a longer name is written as its id. */
const MAX_WORD = 64;

/** So many names are listed where the words fit several. */
const MAX_LISTED = 5;

/** Listings are values, so their words never change. */
const known = new WeakMap<readonly Market[], MarketWords>();

export function marketWords(markets: readonly Market[]): MarketWords {
  const found = known.get(markets) ?? buildWords(markets);
  known.set(markets, found);
  return found;
}

function buildWords(markets: readonly Market[]): MarketWords {
  const ids = new Map(markets.map(({ id }) => [id.toLowerCase(), id]));
  const words = new Map<string, MarketId>();
  const names = nameMarkets(markets);
  for (const { id: market, name = names.get(market) ?? '' } of markets) {
    const word = toWord(name);
    // An id names its own market alone, and a condition that begins so would be read as something else.
    const isFree = !words.has(word) && (ids.get(word) ?? market) === market && !RESERVED.has(word);
    if (word !== '' && word.length <= MAX_WORD && isFree) words.set(word, market);
  }
  const byMarket = new Map([...words].map(([word, market]) => [market, word]));
  const wordOf = (market: MarketId): string => byMarket.get(market) ?? market;
  const isExact = (typed: string): boolean => ids.has(typed.toLowerCase()) || words.has(toWord(typed));
  const listFitting = (typed: string): readonly MarketId[] => {
    const exact = ids.get(typed.toLowerCase()) ?? words.get(toWord(typed));
    if (exact !== undefined) return [exact];
    const inWords = listWithPart(byMarket, toWord(typed));
    return inWords.length > 0 ? inWords : markets.filter((one) => matchesQuery(one, typed)).map(({ id }) => id);
  };
  return {
    find(typed) {
      const fitting = listFitting(typed);
      const [only] = fitting;
      if (only !== undefined && fitting.length === 1) {
        // Of a long list the page has a part: other markets may fit a part of a name.
        if (isExact(typed) || isListWhole(markets)) return { ok: true, value: only };
        return { ok: false, hint: `Other markets may fit ${quote(typed)}: type its whole name, ${wordOf(only)}` };
      }
      return { ok: false, hint: describeNone(typed, fitting.map(wordOf)) };
    },
    listFitting,
    isExact,
    wordOf,
  };
}

/** True when the page has every listed market. */
function isListWhole(markets: readonly Market[]): boolean {
  return (feed.catalogue()?.list?.total ?? 0) <= markets.length;
}

/** Words of conditions. */
const RESERVED = new Set(['yes', 'no', 'bid', 'ask', 'last', 'mid', 'underlying', 'and', 'or', 'held']);

/** Those whose words begin so; else those that have it anywhere. */
function listWithPart(words: ReadonlyMap<MarketId, string>, part: string): readonly MarketId[] {
  const marketsWhere = (fits: (word: string) => boolean): readonly MarketId[] =>
    [...words].flatMap(([market, word]) => (fits(word) ? [market] : []));
  if (part === '') return [];
  const begun = marketsWhere((word) => word.startsWith(part));
  return begun.length > 0 ? begun : marketsWhere((word) => word.includes(part));
}

function describeNone(typed: string, fitting: readonly string[]): string {
  if (fitting.length === 0) return `Expected a market by its name or id, found ${quote(typed)}`;
  const names = fitting.slice(0, MAX_LISTED);
  const more = fitting.length > MAX_LISTED ? ', …' : '';
  return `${quote(typed)} is not one market: ${names.join(', ')}${more}`;
}

function toWord(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
}
