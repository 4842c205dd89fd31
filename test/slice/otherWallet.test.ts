/** An exchange that names another wallet under the same API key, between two reads. */
import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { canArm } from '#shared/order/account/readiness.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;

afterEach(() => bench.close());

const OTHER_WALLET = `0x${'7'.repeat(40)}`;

function nameOtherWallet(): void {
  bench.answers.rewrite(/\/account\/wallet/, (text) =>
    text.replace(/"proxy_address":"0x[0-9a-fA-F]{40}"/, `"proxy_address":"${OTHER_WALLET}"`),
  );
}

it('disarms, clears the account, and reads nothing until the wallet is the accepted one', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id: market } = await bench.watchBusyMarket();
  const { trading, wallet, venue, readiness } = bench.trader;
  trading.setArmed(true);
  const order = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  expect(await trading.place(order)).toMatchObject({ outcome: 'accepted' });

  nameOtherWallet();
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
});

it('keeps the orders of two wallets apart after the change was accepted, also across a restart', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id: market } = await bench.watchBusyMarket();
  bench.trader.trading.setArmed(true);
  const order = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  expect(await bench.trader.trading.place(order)).toMatchObject({ outcome: 'accepted' });
  const lines = bench.trader.journal.load(0).length;
  const accept = async (): Promise<void> => {
    const { wallet, trading } = bench.trader;
    await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
    wallet.acceptChanges(wallet.changes());
    await wallet.read();
    await until(() => expect(trading.view().at).toBe('live'));
  };

  nameOtherWallet();
  bench.answers.rewrite(/\/pythia\/orders\?state/, () => '[]');
  await accept();
  expect(bench.trader.trading.view().orders).toEqual([]);
  const { vault, trading } = await bench.reopen();
  await vault.unlock(PASSWORD);
  await until(() => expect(trading.view().at).toBe('live'));
  expect(trading.view().orders).toEqual([]);
  expect(bench.trader.journal.load(0)).toHaveLength(lines);

  bench.answers.rewrite(/\/account\/wallet/, null);
  bench.answers.rewrite(/\/pythia\/orders\?state/, null);
  await accept();
  expect(trading.view().orders).toMatchObject([{ intentId: order.intentId, life: { at: 'resting' } }]);
});

it('shows and concludes nothing about the orders of an earlier account in the same data folder', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id: market } = await bench.watchBusyMarket();
  bench.trader.trading.setArmed(true);
  const order = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
  expect(await bench.trader.trading.place(order)).toMatchObject({ outcome: 'accepted' });
  const { vaultFolder, journal, wallet } = bench.trader;
  const lines = journal.load(0).length;
  const first = wallet.account();
  await bench.trader.close();
  rmSync(vaultFolder, { recursive: true });

  const { vault, venue, trading, ...second } = await bench.reopen();
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const member = await venue.openPaperMember(owner);
  await vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret });
  await until(() => expect(trading.view().at).toBe('live'));
  expect(second.wallet.account()).not.toBe(first);
  expect(trading.view()).toMatchObject({ orders: [], balance: { locked: 0n } });
  expect(second.journal.load(0)).toHaveLength(lines);
});
