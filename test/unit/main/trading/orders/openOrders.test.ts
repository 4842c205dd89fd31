import { expect, it } from 'vitest';
import { createOpenOrders } from '#main/trading/orders/openOrders.ts';
import { createOrders } from '#main/trading/orders/orders.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeOrder } from '#test/slice/makers.ts';

const JOURNAL = { append: () => {}, findByOrder: () => [] };
const fail = (where: string): void => expect(where).toBe('');

it('reads by its id each order that should be listed and is not, and names every order that exists', async () => {
  const clock = openFakeClock();
  const orders = createOrders({ journal: JOURNAL, onChange: () => {}, onFault: fail });
  orders.applyExchangeOrders([makeOrder('7'), makeOrder('8'), makeOrder('9')], clock.now());
  await clock.advance(60_000);
  const asked: string[] = [];
  const open = createOpenOrders({
    gateway: {
      async fetchOrder(id) {
        asked.push(id);
        return id === '8' ? makeOrder('8', { state: 'done', updatedAtMs: clock.now() }) : null;
      },
    },
    orders,
    clock,
  });
  const existing = await open.settle(
    { orders: [makeOrder('7')], unreadable: [], partial: null },
    clock.now(),
    () => true,
  );
  expect(asked).toEqual(['8', '9']);
  expect([...existing].sort()).toEqual(['7', '8']);
  const lives = [...orders.all()].map((record) => [record.orderId, record.life.at]);
  expect(lives).toEqual([
    ['7', 'resting'],
    ['8', 'done'],
    ['9', 'unknown'],
  ]);
});

it('concludes nothing for another member', async () => {
  const clock = openFakeClock();
  const orders = createOrders({ journal: JOURNAL, onChange: () => {}, onFault: fail });
  orders.applyExchangeOrders([makeOrder('7')], clock.now());
  await clock.advance(60_000);
  const open = createOpenOrders({ gateway: { fetchOrder: async () => null }, orders, clock });
  await open.settle({ orders: [], unreadable: [], partial: null }, clock.now(), () => false);
  expect([...orders.all()][0]?.life.at).toBe('resting');
});
