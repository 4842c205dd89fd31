/** Exits on a real embedded exchange: cancels of a selection, moves. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ORDERS, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { type OrderId, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { takeFrom } from './counterparty.ts';
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
  });
});

let moves = 0;

function move(orderId: OrderId, price: Price) {
  moves += 1;
  return bench.trader.trading.move({
    moveId: parseIntentId(`slice-move-${moves}`),
    orderId,
    price,
    bookVersion: null,
  });
}

async function rest(): Promise<OrderId> {
  const { trading } = bench.trader;
  const { id } = await bench.watchBusyMarket();
  trading.setArmed(true);
  const intent = intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  const receipt = await trading.place(intent);
  expect(receipt).toMatchObject({ outcome: 'accepted' });
  return parseOrderId(receipt.orderId!);
}

describe('a move', () => {
  const to = toPrice(RESTING_PRICE + 10_000);
  const open = () => bench.trader.trading.view().orders.filter((order) => !isTerminal(order.life));
  afterEach(() => bench.trader.trading.cancelAll(ALL_ORDERS));

  it('leaves one order, at the new price', async () => {
    expect(await move(await rest(), to)).toMatchObject({ outcome: 'ended', result: { code: 'moved' } });
    expect(open()).toMatchObject([{ price: to, shares: parseShares('25'), life: { at: 'resting' } }]);
    expect(bench.trader.orderTimes.speed()).toMatchObject({ exitToWire: { count: 1 }, wireToAck: { count: 1 } });
  });

  it('is carried out when the answer to the cancel is lost and the exchange proves it otherwise', async () => {
    const orderId = await rest();
    await bench.trader.venue.startPaperFaults([{ kind: 'lost_answer', target: '/cancel', count: 1 }]);
    expect(await move(orderId, to)).toMatchObject({ outcome: 'ended', result: { code: 'moved' } });
    expect(open()).toMatchObject([{ price: to, shares: parseShares('25') }]);
    await bench.trader.venue.stopPaperFaults();
  });

  it('places only what is left when a part fills before the cancel is carried out', async () => {
    const orderId = await rest();
    await bench.trader.venue.startPaperFaults([{ kind: 'cancel_lag', count: 1, ms: 1_500 }]);
    const receipt = move(orderId, to);
    await until(() => {
      expect(bench.trader.trading.view().exits?.at(-1)).toMatchObject({ kind: 'move', endedAtMs: null });
    });
    takeFrom(bench.exchange, orderId, parseShares('10'));
    expect(await receipt).toMatchObject({
      outcome: 'ended',
      result: { code: 'moved', parameters: { shares: parseShares('15'), filledMeanwhile: parseShares('10') } },
    });
    expect(open()).toMatchObject([{ price: to, shares: parseShares('15') }]);
    await bench.trader.venue.stopPaperFaults();
  });
});
