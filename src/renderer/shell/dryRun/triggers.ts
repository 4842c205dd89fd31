/** Prices of an order's triggers on its own outcome: the lines that a chart of that outcome can have. */
import { inYesTerms } from '#shared/market/outcome.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';

export function listOwnTriggers(terms: ConditionalTerms): readonly number[] {
  const { market, side } = terms.outcome;
  const prices = [...triggersOf(terms), terms.startsWhen]
    .flatMap((trigger) => (trigger === null ? [] : leavesOf(trigger)))
    .flatMap((leaf) => {
      if (leaf.kind !== 'price' || leaf.outcome.market !== market) return [];
      return [leaf.outcome.side === side ? leaf.price : inYesTerms('no', leaf.price)];
    });
  return [...new Set(prices)];
}

function triggersOf(terms: ConditionalTerms): readonly (Trigger | null)[] {
  switch (terms.kind) {
    case 'stop':
      return [terms.trigger];
    case 'takeProfit':
      return [terms.touch];
    case 'oco':
      return [terms.stop.trigger];
    case 'bracket':
      return [terms.stop?.trigger ?? null];
    default:
      return [];
  }
}

function leavesOf(trigger: Trigger): readonly Trigger[] {
  return 'of' in trigger ? trigger.of.flatMap(leavesOf) : [trigger];
}
