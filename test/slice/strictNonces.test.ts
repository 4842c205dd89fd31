/** The whole trader on an exchange that refuses repeated and falling nonces: it makes no such request. */
import { expect, it } from 'vitest';
import { toPrice } from '#shared/units/price.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, until } from './traderBench.ts';

it('sets up, trades, cancels and restarts without one refused nonce', async () => {
  const refused: string[] = [];
  let requests = 0;
  const bench = await openTraderBench(
    {},
    {
      isStrict: true,
      onRequest({ target, status, value }) {
        requests += 1;
        if (JSON.stringify(value ?? null).includes('authz.nonce')) refused.push(`${status} ${target}`);
      },
    },
  );
  try {
    await bench.setUp();
    const { id } = await bench.watchBusyMarket();
    expect(bench.trader.trading.setArmed(true)).toBe(true);
    const prices = [1, 2, 3, 4, 5].map((step) => toPrice(RESTING_PRICE + step * 10_000));
    const receipts = await Promise.all(
      prices.map((price) => bench.trader.trading.place(intend({ market: id, side: 'yes', direction: 'buy', price }))),
    );
    expect(receipts.map(({ outcome }) => outcome)).toEqual(prices.map(() => 'accepted'));
    await Promise.all([
      bench.trader.trading.reconcile(),
      ...receipts.map(({ orderId }) => bench.trader.trading.cancel(orderId!)),
    ]);
    const trader = await bench.reopen();
    await trader.vault.unlock(PASSWORD);
    await until(() => expect(trader.trading.view().at).toBe('live'));
    expect(requests).toBeGreaterThan(20);
    expect(refused).toEqual([]);
  } finally {
    await bench.close();
  }
}, 60_000);
