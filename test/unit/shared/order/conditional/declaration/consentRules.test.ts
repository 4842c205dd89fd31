import { expect, it } from 'vitest';
import {
  asks,
  isPassive,
  isPriceBeyond,
  isTriggerWithin,
  noFaster,
  noHigher,
  noLonger,
  noLower,
  noMore,
  noNearer,
  noWorse,
  stopLeg,
  worstPrice,
} from '#shared/order/conditional/declaration/consentRules.ts';
import { parsePrice } from '#shared/units/price.ts';
import { OCO, STOP } from '../makers.ts';

const [low, high] = [parsePrice('0.30'), parsePrice('0.31')];
const further = { ...STOP.trigger, price: parsePrice('0.34') };

it('tells which values loosen nothing', () => {
  expect([noWorse(high, low, 'sell'), noWorse(high, low, 'buy')]).toEqual([true, false]);
  expect([noMore(1, 2, 'sell'), noMore(2, 1, 'sell')]).toEqual([true, false]);
  expect([noHigher(low, high, 'buy'), noLower(low, high, 'buy')]).toEqual([true, false]);
  expect([noLonger(1, null, 'buy'), noLonger(null, 1, 'buy'), noLonger(1, 2, 'buy')]).toEqual([true, false, true]);
  expect([isPassive(true, false, 'buy'), isPassive(false, true, 'buy'), asks()]).toEqual([true, false, false]);
  const walk = { ticks: 2, everyMs: 1_000 };
  expect([noFaster(null, walk, 'sell'), noFaster(walk, null, 'sell')]).toEqual([true, false]);
  expect(noFaster({ ticks: 2, everyMs: 500 }, walk, 'sell')).toBe(false);
});

it('lets a trigger move away, and a stop with it', () => {
  expect([isTriggerWithin(further, STOP.trigger), isTriggerWithin(STOP.trigger, further)]).toEqual([true, false]);
  expect([noNearer(STOP.trigger, null, 'sell'), noNearer(null, STOP.trigger, 'sell')]).toEqual([true, false]);
  expect(stopLeg({ ...OCO.stop, trigger: further }, OCO.stop, 'sell')).toBe(true);
  expect(stopLeg({ ...OCO.stop, worst: parsePrice('0.29') }, OCO.stop, 'sell')).toBe(false);
});

it('finds the worst of prices', () => {
  expect([worstPrice('sell', [high, low]), worstPrice('buy', [high, low])]).toEqual([low, high]);
  expect([isPriceBeyond('sell', low, high), isPriceBeyond('buy', low, high)]).toEqual([true, false]);
});
