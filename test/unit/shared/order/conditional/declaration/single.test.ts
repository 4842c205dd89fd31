import { expect, it } from 'vitest';
import {
  firedPlan,
  firedWakes,
  keepLive,
  leftOf,
  legOrder,
  MAIN,
  tickOf,
  wholeLots,
} from '#shared/order/conditional/declaration/single.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { CALM, LOW, OCO, openBench, STOP } from '../makers.ts';

it('plans what is left, in whole lots', () => {
  const bench = openBench(OCO);
  bench.rests(bench.children()[0], '40.00005');
  const state = bench.state();
  expect(leftOf(state)).toBe(parseShares('59.9999'));
  expect(wholeLots(state, 99)).toBe(0);
  expect(tickOf(state)).toBe(10_000);
  const order = legOrder(state, 'x', parsePrice('0.31'), parsePrice('0.30'));
  expect(order).toMatchObject({ group: MAIN, budget: OCO.shares, urgency: 'exit', direction: 'sell' });
  expect(keepLive(state.children, MAIN, OCO.shares)).toMatchObject([
    { slot: 'takeProfit', shares: parseShares('59.99995') },
  ]);
});

it('keeps what rests while the market is not read after a restart', () => {
  const bench = openBench({ ...STOP, walk: { ticks: 1, everyMs: 1_000 } });
  bench.book(CALM);
  bench.confirm(LOW);
  bench.rests(bench.children()[0]);
  bench.feed({ kind: 'restart', atMs: bench.now(), isProgram: false });
  expect(bench.wait(2_000)).toEqual([]);
  expect(firedPlan(bench.state(), 'stop', STOP, bench.now()).wanted).toMatchObject([{ price: STOP.limit }]);
  expect(firedWakes(bench.state(), 'stop', STOP, bench.now())).toEqual([]);
});
