/** What the terms of a conditional order have to be watched by: markets, underlyings and trades. */
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import { type ConditionalKind, type ConditionalTerms, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';

export interface Watched {
  /** Its own first. */
  readonly markets: readonly MarketId[];
  readonly underlyings: readonly string[];
  /** A condition is on the price of trades. */
  readonly needsTrades: boolean;
  /** It decides by the prices of books: a book without proof makes it wait. */
  readonly needsPrices: boolean;
}

const known = new WeakMap<ConditionalTerms, Watched>();

/** The same object for the same terms. */
export function findWatched(terms: ConditionalTerms): Watched {
  const found = known.get(terms) ?? buildWatched(terms);
  known.set(terms, found);
  return found;
}

function buildWatched(terms: ConditionalTerms): Watched {
  const leaves = listTriggers(terms).flatMap(listLeaves);
  const markets = listOutcomes(terms).map(({ market }) => market);
  const underlyings: string[] = [];
  for (const leaf of leaves) {
    if (leaf.kind === 'price') markets.push(leaf.outcome.market);
    else if (leaf.kind === 'beforeClose') markets.push(leaf.market);
    else if (leaf.kind === 'underlying') underlyings.push(leaf.symbol);
  }
  if (terms.standIn?.kind === 'underlying') underlyings.push(terms.standIn.symbol);
  return {
    markets: [...new Set(markets)],
    underlyings: [...new Set(underlyings)],
    needsTrades: leaves.some((leaf) => leaf.kind === 'price' && leaf.source === 'last'),
    needsPrices: leaves.length > 0 || FOLLOWERS.has(terms.kind),
  };
}

/** Kinds that follow the market without a trigger, or sell late only within their worst price. */
const FOLLOWERS: ReadonlySet<ConditionalKind> = new Set<ConditionalKind>([
  'trailing',
  'closeBefore',
  'twap',
  'chase',
  'oneCancelsAll',
]);
