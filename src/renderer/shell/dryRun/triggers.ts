/** Prices of an order's triggers on its own outcome: the lines that a chart of that outcome can have. */
import { inYesTerms } from '#shared/market/outcome.ts';
import { listLeaves, listTriggers } from '#shared/order/conditional/ownTrigger.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';

export function listOwnTriggers(terms: ConditionalTerms): readonly number[] {
  const { market, side } = terms.outcome;
  const prices = listTriggers(terms)
    .flatMap(listLeaves)
    .flatMap((leaf) => {
      if (leaf.kind !== 'price' || leaf.outcome.market !== market) return [];
      return [leaf.outcome.side === side ? leaf.price : inYesTerms('no', leaf.price)];
    });
  return [...new Set(prices)];
}
