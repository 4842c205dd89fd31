import { expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { buildScale } from '#shared/order/conditional/kinds/scale.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { BASE, openBench } from '../makers.ts';

const levels = buildScale(parsePrice('0.50'), parsePrice('0.60'), 3, parseShares('100'), DEFAULT_TICK);

it('spreads whole lots over the grid, the last level with what rounding leaves', () => {
  expect(levels).toEqual([
    { price: parsePrice('0.50'), shares: parseShares('33.3333') },
    { price: parsePrice('0.55'), shares: parseShares('33.3333') },
    { price: parsePrice('0.60'), shares: parseShares('33.3334') },
  ]);
  expect(buildScale(parsePrice('0.50'), parsePrice('0.60'), 1, parseShares('7'), DEFAULT_TICK)).toEqual([
    { price: parsePrice('0.50'), shares: parseShares('7') },
  ]);
});

it('places every level once, and none grows for another that is refused', () => {
  const bench = openBench({ ...BASE, kind: 'scale', levels, worst: parsePrice('0.50'), postOnly: true });
  expect(bench.children().map(({ price }) => price)).toEqual(levels.map(({ price }) => price));
  bench.rests(bench.children('level1')[0]);
  bench.ends(bench.children('level1')[0], 'filled', '33.3333');
  bench.child(bench.children('level2')[0], {
    at: 'ended',
    end: { kind: 'rejected', codes: ['x'], retryAtMs: null },
    filled: parseShares('0'),
  });
  expect(bench.position('66.6667')).toEqual([]);
  expect(bench.at()).toBe('halted');
  expect(bench.children()).toHaveLength(3);
});
