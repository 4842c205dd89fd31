/**
 * Scale: several orders over a range of prices, each with a budget of its own.
 *
 * Invariants  The levels are whole lots and sum to the quantity. A level that was refused does not grow another one.
 */
import type { Tick } from '../../../market/tickGrid.ts';
import { FLAG, group, list, PRICE, SHARES } from '../../../units/fields.ts';
import type { Price } from '../../../units/price.ts';
import { type Shares, toShares } from '../../../units/shares.ts';
import { floorToLot } from '../../exits/quote.ts';
import { filledOf } from '../children.ts';
import { asks, isPassive, worstPrice } from '../declaration/consentRules.ts';
import { count, LIFE_INPUTS, price } from '../declaration/form.ts';
import { boundOf, defineKind, priceBound } from '../declaration/kind.ts';
import { FILLED, legOrder, wholeLots } from '../declaration/single.ts';
import type { TermsOf } from '../declaration/termsFields.ts';
import type { TermsFormats } from '../declaration/texts.ts';

const MAX_LEVELS = 20;
const fields = {
  /** Whole lots that sum to `shares`. */
  levels: list(group({ price: PRICE, shares: SHARES }), 2, MAX_LEVELS),
  postOnly: FLAG,
};
export type ScaleTerms = TermsOf<'scale', typeof fields>;

export const scale = defineKind('scale', fields, {
  form: {
    verb: 'scale',
    inputs: {
      price: price('From', 'from'),
      target: price('To', 'to'),
      count: count(fields.levels, 'Orders', 'in'),
      ...LIFE_INPUTS,
    },
    read(read) {
      const from = read.value('price');
      const to = read.value('target');
      const levels = buildScale(from, to, read.value('count'), read.shares, read.tick);
      if (levels.some((level) => level.shares === 0)) read.refuse('count', 'Too many orders for the size');
      return { levels, worst: worstPrice(read.direction, [from, to]), postOnly: false };
    },
    write: ({ levels }) =>
      levels.length === 0 ? {} : { price: levels[0]!.price, target: levels.at(-1)!.price, count: levels.length },
  },
  texts: {
    name: 'Scale',
    summary: (terms, formats) => `${formats.amount} in ${terms.levels.length} orders ${formatRange(terms, formats)}`,
    watches: (terms, formats) => `rests ${formatRange(terms, formats)}`,
    does: (terms, formats) => [
      `${formats.verb} ${formats.amount} in ${terms.levels.length} orders ${formatRange(terms, formats)}: all rest at once.`,
    ],
  },
  triggers: () => ({}),
  plan(state) {
    const { levels, worst, postOnly } = state.terms;
    const wanted = levels.flatMap((level, index) => {
      const name = `level${index + 1}`;
      const shares = wholeLots(state, level.shares - filledOf(state.children, name));
      if (shares === 0) return [];
      const order = legOrder(state, name, level.price, worst);
      return [{ ...order, group: name, shares, budget: level.shares, postOnly, urgency: 'entry' } as const];
    });
    return { wanted, end: wanted.length === 0 ? FILLED : null };
  },
  // Levels that rest go on like any order.
  asksAfterRestart: ({ children, terms }) => terms.direction === 'buy' && children.length === 0,
  tradeBounds: (terms) => [
    boundOf(
      terms,
      worstPrice(
        terms.direction,
        terms.levels.map(({ price }) => price),
      ),
    ),
  ],
  consent: { levels: asks, postOnly: isPassive },
  prices: ({ worst, levels }) => [worst, ...levels.map(({ price }) => price)],
  priceBounds: (terms) => terms.levels.map(({ price }) => priceBound(terms, price)),
  sizes: ({ shares, levels }) => [shares, ...levels.map((level) => level.shares)],
  isWhole: ({ shares, levels }) => levels.reduce((sum, level) => sum + level.shares, 0) === shares,
});

/** 'from 0.50 to 0.60'. */
function formatRange({ levels }: ScaleTerms, formats: TermsFormats): string {
  const [first] = levels;
  const last = levels.at(-1);
  return first === undefined || last === undefined
    ? ''
    : `from ${formats.price(first.price)} to ${formats.price(last.price)}`;
}

/** Levels from one price to another, on the grid; the last one takes what rounding leaves. */
export function buildScale(from: Price, to: Price, count: number, shares: Shares, tick: Tick): ScaleTerms['levels'] {
  const each = floorToLot(Math.floor(shares / count), tick);
  return Array.from({ length: count }, (_, index) => {
    const part = count === 1 ? 0 : index / (count - 1);
    const price = (Math.round((from + (to - from) * part) / tick) * tick) as Price;
    return { price, shares: index < count - 1 ? each : toShares(shares - each * (count - 1)) };
  });
}
