import { expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { nextWalk, onGrid, stopPrice, walkSteps } from '#shared/order/conditional/declaration/prices.ts';
import { parsePrice } from '#shared/units/price.ts';

const walk = { ticks: 2, everyMs: 1_000 };
const leg = { direction: 'sell', limit: parsePrice('0.32'), worst: parsePrice('0.29'), walk } as const;
const price = (atMs: number) => stopPrice(leg, DEFAULT_TICK, 0, atMs);

it('walks to the worst price and no further', () => {
  expect([0, 999, 1_000, 2_000, 60_000].map(price)).toEqual(
    ['0.32', '0.32', '0.30', '0.29', '0.29'].map((text) => parsePrice(text)),
  );
  expect(nextWalk(leg, DEFAULT_TICK, 0, 500)).toEqual([1_000]);
  expect(nextWalk(leg, DEFAULT_TICK, 0, 2_000)).toEqual([]);
  expect(walkSteps(walk, 1_000, 500)).toBe(0);
  const buy = { ...leg, direction: 'buy', worst: parsePrice('0.33') } as const;
  expect(stopPrice(buy, DEFAULT_TICK, 0, 5_000)).toBe(parsePrice('0.33'));
});

it('rounds to the grid, never beyond the worst price', () => {
  const worst = parsePrice('0.305');
  expect(onGrid('sell', parsePrice('0.308'), worst, DEFAULT_TICK)).toBe(parsePrice('0.31'));
  expect(onGrid('sell', parsePrice('0.328'), worst, DEFAULT_TICK)).toBe(parsePrice('0.32'));
  expect(onGrid('buy', parsePrice('0.302'), worst, DEFAULT_TICK)).toBe(parsePrice('0.30'));
  expect(onGrid('sell', -50_000, parsePrice('0.01'), DEFAULT_TICK)).toBe(parsePrice('0.01'));
});
