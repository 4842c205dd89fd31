/** An exchange that names another wallet under the same API key, between two reads. */
import { afterEach, expect, it } from 'vitest';
import { canArm } from '#shared/order/readiness.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;

afterEach(() => bench.close());

const OTHER_WALLET = `0x${'7'.repeat(40)}`;

it('disarms, clears the account, and reads nothing until the wallet is the accepted one', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id: market } = await bench.watchBusyMarket();
  const { trading, wallet, venue, readiness } = bench.trader;
  trading.setArmed(true);
  const order = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  expect(await trading.place(order)).toMatchObject({ outcome: 'accepted' });

  bench.answers.rewrite(/\/account\/wallet/, (text) =>
    text.replace(/"proxy_address":"0x[0-9a-fA-F]{40}"/, `"proxy_address":"${OTHER_WALLET}"`),
  );
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  expect(wallet.changes()).toMatchObject([{ code: 'wallet', parameters: { now: OTHER_WALLET } }]);
  expect(trading.view()).toMatchObject({ at: 'none', armed: false, balance: null, fills: [], positions: [] });
  expect(canArm(readiness())).toBe(false);
  const next = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  expect(await trading.place(next)).toMatchObject({ outcome: 'denied' });
  expect(venue.health().streams.some(({ name }) => name === 'private')).toBe(false);

  bench.answers.rewrite(/\/account\/wallet/, null);
  await wallet.read();
  await until(() =>
    expect(trading.view()).toMatchObject({ at: 'live', armed: false, orders: [{ life: { at: 'resting' } }] }),
  );
}, 30_000);
