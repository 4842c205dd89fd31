import { expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';

it('has every kind', () => {
  expect(Object.keys(KINDS).sort()).toEqual([
    'bracket',
    'closeBefore',
    'goodTill',
    'oco',
    'stop',
    'takeProfit',
    'trailing',
  ]);
});
