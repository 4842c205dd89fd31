import { expect, it } from 'vitest';
import { boundOf, defineKind, priceBound } from '#shared/order/conditional/declaration/kind.ts';
import { NO_ORDERS } from '#shared/order/conditional/declaration/single.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openBench, START, STOP } from '../makers.ts';

it('asks about buys after a restart and ends them before the close, unless a kind says otherwise', () => {
  const declared = {
    form: { verb: 'stop', inputs: {}, read: () => ({ worst: STOP.worst }), write: () => ({}) },
    texts: { name: 'Stop', summary: () => '', watches: () => '', does: () => [] },
    triggers: () => ({}),
    plan: () => NO_ORDERS,
    tradeBounds: () => [],
    prices: () => [],
    priceBounds: () => [],
    consent: {},
  };
  const kind = defineKind('stop', {}, declared);
  const sale = { ...openBench(STOP).state(), terms: STOP };
  const buy = { ...sale, terms: { ...STOP, direction: 'buy' } } as const;
  expect([kind.asksAfterRestart(sale), kind.asksAfterRestart(buy)]).toEqual([false, true]);
  expect([kind.endsBeforeClose(sale), kind.endsBeforeClose(buy)]).toEqual([false, true]);
  expect(kind.deadline({ ...sale, terms: { ...STOP, goodTillMs: START } })).toBe(START);
  expect(defineKind('stop', {}, { ...declared, mayEnd: () => true }).mayEnd('x')).toBe(true);
});

it('bounds a price by the worst price of the terms, in their direction unless another one is named', () => {
  const price = parsePrice('0.31');
  expect(boundOf(STOP, price)).toEqual({ outcome: STOP.outcome, direction: 'sell', shares: STOP.shares, worst: price });
  expect(boundOf(STOP, price, 'buy').direction).toBe('buy');
  expect(priceBound(STOP, price)).toEqual({ price, worst: STOP.worst, isSale: true });
});
