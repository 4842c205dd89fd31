import { expect, it } from 'vitest';
import { parsePrice } from '#shared/units/price.ts';
import { BASE, CALM, openBench, type Pairs, priceTrigger } from '../makers.ts';

const terms = {
  ...BASE,
  kind: 'takeProfit',
  limit: parsePrice('0.60'),
  worst: parsePrice('0.60'),
  touch: null,
} as const;
const HIGH: readonly [Pairs, Pairs] = [[['0.60', '10']], [['0.62', '10']]];

it('rests on the book from the start', () => {
  const bench = openBench(terms);
  expect(bench.children()).toMatchObject([{ slot: 'takeProfit', price: parsePrice('0.60') }]);
  bench.rests(bench.children()[0]);
  expect(bench.at()).toBe('working');
});

it('is sent when a bid of enough size reaches its price', () => {
  const bench = openBench({ ...terms, touch: priceTrigger('bid', 'atOrAbove', '0.60') });
  bench.book(CALM);
  expect(bench.confirm([[['0.60', '9']], [['0.62', '10']]])).toEqual([]);
  expect(bench.confirm(HIGH)).toMatchObject([{ kind: 'place', intent: { price: parsePrice('0.60') } }]);
});
