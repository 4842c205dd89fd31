import { expect, it } from 'vitest';
import { KINDS } from '#shared/order/conditional/kinds.ts';

it('has every kind', () => {
  expect(Object.keys(KINDS).sort()).toEqual([
    'bracket',
    'chase',
    'closeBefore',
    'goodTill',
    'iceberg',
    'oco',
    'offset',
    'oneCancelsAll',
    'scale',
    'stop',
    'takeProfit',
    'trailing',
    'twap',
  ]);
});
