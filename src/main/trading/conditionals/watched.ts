/** Market data that the terms of a conditional order need: markets, underlyings and trades. */
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import { type ConditionalTerms, kindOf, listOutcomes } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';

export interface Watched {
  /** The market of the terms comes first. */
  readonly markets: readonly MarketId[];
  readonly underlyings: readonly string[];
  /** True when a condition compares trade prices. */
  readonly needsTrades: boolean;
  /** True when it decides by book prices, so that it waits while a book has no proof. */
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
    needsPrices: leaves.length > 0 || kindOf(terms).needsPrices,
  };
}
