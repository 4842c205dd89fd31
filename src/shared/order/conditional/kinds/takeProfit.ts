/** Take profit: rests on the book from the start, or is sent when its trigger is true. */

import { nullable, PRICE } from '../../../units/fields.ts';
import { noNearer, noWorse } from '../declaration/consentRules.ts';
import { CONFIRM_INPUTS, LIFE_INPUTS, optionalInput, price } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, leftOf, legOrder, NO_ORDERS } from '../declaration/single.ts';
import { type TermsOf, TRIGGER } from '../declaration/termsFields.ts';

const fields = {
  limit: PRICE,
  /** Null: the order rests on the book; else it is sent when the trigger is true. */
  touch: nullable(TRIGGER),
};
export type TakeProfitTerms = TermsOf<'takeProfit', typeof fields>;

export const takeProfit = defineKind('takeProfit', fields, {
  form: {
    verb: 'profit',
    directions: ['sell'],
    source: 'optional',
    inputs: {
      target: price('Take profit', '@', 'at'),
      trigger: optionalInput(price('Touched at', 'touch')),
      ...CONFIRM_INPUTS,
      ...LIFE_INPUTS,
    },
    read(read) {
      const limit = read.value('target');
      return { limit, worst: limit, touch: read.touch(limit) };
    },
    write: ({ limit }) => ({ target: limit }),
  },
  texts: {
    name: 'Take profit',
    summary: ({ limit, touch }, formats) =>
      `${formats.amount} at ${formats.price(limit)}${touch === null ? '' : ` when ${formats.trigger(touch)}`}`,
    watches: ({ limit, touch }, formats) =>
      touch === null ? `rests at ${formats.price(limit)}` : formats.trigger(touch),
    does({ limit, touch }, { verb, amount, price: write, condition }) {
      const order = `${verb} ${amount} at ${write(limit)}`;
      return [touch === null ? `${order}: the order rests on the book at once.` : `${order} when ${condition(touch)}.`];
    },
  },
  triggers(state) {
    const { touch } = state.terms;
    return touch === null ? {} : { takeProfit: touch };
  },
  plan(state) {
    const { touch, limit, worst } = state.terms;
    if (leftOf(state) === 0) return { wanted: [], end: FILLED };
    if (touch !== null && state.fired.takeProfit === undefined) return NO_ORDERS;
    return { wanted: [legOrder(state, 'takeProfit', limit, worst)], end: null };
  },
  tradeBounds: (terms) => [boundOf(terms, terms.limit)],
  consent: { limit: noWorse, touch: noNearer },
  prices: ({ worst, limit }) => [worst, limit],
  priceBounds: (terms) => [priceBound(terms, terms.limit)],
  ownTrigger: ({ touch }) => touch,
  exitLeg: ({ terms: { direction, touch, limit, shares } }) =>
    direction === 'sell' && touch !== null ? { slot: 'takeProfit', worst: limit, shares } : null,
});
