import { expect, it } from 'vitest';
import { ordersOfMarket } from '#shared/order/exits/selection.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { makeOrder, OTHER_MARKET } from '#test/slice/makers.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

it('lets a move go on when the orders of another market are cancelled', async () => {
  const bench = openTradingBench();
  bench.exchange.put(makeOrder('7', { price: parsePrice('0.40') }));
  bench.exchange.put(makeOrder('8', { market: OTHER_MARKET }));
  await bench.open();
  bench.trading.setArmed(true);
  const moving = bench.trading.move({
    moveId: parseIntentId('move-0001'),
    orderId: parseOrderId('7'),
    price: parsePrice('0.45'),
    bookVersion: null,
  });
  await bench.clock.settle();
  const cancelling = bench.trading.cancelAll(ordersOfMarket(OTHER_MARKET));
  await bench.clock.advance(10_000);
  expect(await cancelling).toMatchObject({ asked: 1, confirmed: 1 });
  expect(await moving).toMatchObject({ result: { code: 'moved' } });
});
