/** Words for conditional orders of several legs: one cancels all, and offset on fill. */

import type { OffsetTerms } from '../../order/conditional/kinds/offset.ts';
import type { OneCancelsAllTerms } from '../../order/conditional/kinds/oneCancelsAll.ts';
import type { MarketId } from '../../units/ids.ts';
import { formatExactContracts, formatExactPrice } from '../numbers.ts';
import type { NameMarket } from './conditionalTriggers.ts';

type Leg = OneCancelsAllTerms['legs'][number];

/** '100 yes at 0.40', with its market where that is not the first leg's. */
function formatLeg({ outcome, shares, price }: Leg, of: MarketId, name: NameMarket): string {
  const where = outcome.market === of ? '' : ` of ${name(outcome.market)}`;
  return `${formatExactContracts(shares)} ${outcome.side}${where} at ${formatExactPrice(price)}`;
}

/** '100 yes at 0.40, or 50 yes of Snow at 0.30'. */
export function formatLegs({ legs, outcome }: OneCancelsAllTerms, name: NameMarket): string {
  return legs.map((leg) => formatLeg(leg, outcome.market, name)).join(', or ');
}

export function describeLegs(terms: OneCancelsAllTerms, name: NameMarket): readonly string[] {
  const verb = terms.direction === 'sell' ? 'Sells' : 'Buys';
  return [
    `${verb} ${formatLegs(terms, name)}: what one leg fills reduces the others by the same part of their size.`,
    terms.mode === 'block'
      ? 'One leg is on the book at a time, the one that is nearest to a trade. It changes once the order before is proved cancelled.'
      : 'All legs are on the book at once. Each may fill wholly before the others are cancelled.',
  ];
}

export function describeWorstLegs({ direction, mode, legs }: OneCancelsAllTerms): string {
  const verb = direction === 'sell' ? 'sells' : 'buys';
  const bound = direction === 'sell' ? 'never below' : 'never above';
  return mode === 'block'
    ? `Together ${verb} no more than one whole leg, each leg ${bound} its price.`
    : `At worst ${verb} all ${legs.length} legs, each ${bound} its price.`;
}

/** '2 ticks', '2, 4 and 6 ticks'. */
export function formatSteps(steps: readonly number[]): string {
  const last = steps.at(-1) ?? 0;
  const list = steps.length < 2 ? `${last}` : `${steps.slice(0, -1).join(', ')} and ${last}`;
  return `${list} ${steps.length === 1 && last === 1 ? 'tick' : 'ticks'}`;
}

export function describeOffset(terms: OffsetTerms, verb: string, amount: string): readonly string[] {
  const { parent, batch, steps, shares, direction } = terms;
  const other = direction === 'buy' ? 'offered' : 'bought back';
  const where = direction === 'buy' ? 'above' : 'below';
  const each = batch >= shares ? 'What fills' : `Each ${formatExactContracts(batch)} that fill`;
  const parts = steps.length === 1 ? '' : ', in even parts';
  return [
    `${verb} ${amount} at ${formatExactPrice(parent.price)} or better: the order rests at once.`,
    `${each} ${batch >= shares ? 'is' : 'are'} ${other} ${formatSteps(steps)} ${where} the price of the fill${parts}. What is less than that follows when the order ends.`,
  ];
}

export function describeWorstOffset({ direction, worst }: OffsetTerms): string {
  return direction === 'buy'
    ? `Never buys above ${formatExactPrice(worst)}. What it bought stays yours until somebody takes the offer: nothing stops a loss.`
    : `Never sells below ${formatExactPrice(worst)}. What it sold is bought back only if somebody sells at the lower price.`;
}
