/** Exits on a real embedded exchange: cancels of a selection. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ORDERS, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { toPrice } from '#shared/units/price.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
});
afterAll(() => bench.close());

describe('a cancel of a selection', () => {
  it('cancels the bids at one price, then the other side of the book, and leaves the rest', async () => {
    const { trading } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    trading.setArmed(true);
    const bid = { market: id, side: 'yes', direction: 'buy', postOnly: true } as const;
    const placed = [
      await trading.place(intend({ ...bid, price: RESTING_PRICE })),
      await trading.place(intend({ ...bid, price: toPrice(RESTING_PRICE + 10_000) })),
      await trading.place(intend({ ...bid, side: 'no', price: RESTING_PRICE })),
    ];
    expect(placed.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
    const open = (): (string | null)[] =>
      trading
        .view()
        .orders.filter((order) => !isTerminal(order.life))
        .map((order) => order.orderId)
        .sort();
    const ids = placed.map(({ orderId }) => orderId);
    const done = { confirmed: 1, unknown: [], isListed: true };

    const atPrice = { ...ordersOfMarket(id), column: 'bid', yesPrice: RESTING_PRICE } as const;
    expect(await trading.cancelAll(atPrice)).toMatchObject({ ...done, asked: 1 });
    expect(open()).toEqual([ids[1], ids[2]].sort());
    expect(await trading.cancelAll({ ...ordersOfMarket(id), column: 'ask' })).toMatchObject({ ...done, asked: 1 });
    expect(open()).toEqual([ids[1]]);
    const { eventId } = bench.trader.market.market(id)!;
    expect(eventId).not.toBeNull();
    expect(await trading.cancelAll({ ...ALL_ORDERS, eventId })).toMatchObject({ ...done, asked: 1 });
    await until(() => expect(open()).toEqual([]));
  }, 30_000);
});
