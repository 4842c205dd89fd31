import { expect, it } from 'vitest';
import type { OrderLife } from '#shared/order/life.ts';
import { countOpenOrders } from '#shared/order/openOrders.ts';

const order = (at: OrderLife['at']) => ({ life: { at } as OrderLife });

it('counts what may rest: open, unknown and unreadable orders', () => {
  const orders = [order('resting'), order('unknown'), order('done'), order('cancelled'), order('cancelling')];
  expect(countOpenOrders({ at: 'live', orders })).toBe(3);
  expect(countOpenOrders({ at: 'stale', orders, unreadable: [{}] })).toBe(4);
  expect(countOpenOrders({ at: 'live', orders: [] })).toBe(0);
});

it('knows nothing before the account is read', () => {
  expect(countOpenOrders({ at: 'none', orders: [] })).toBeNull();
  expect(countOpenOrders({ at: 'loading', orders: [order('resting')] })).toBeNull();
});
