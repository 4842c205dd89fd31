/** The whole trader, with a wallet and without one, on an exchange that refuses repeated and falling nonces: it makes no such request. */
import { expect, it } from 'vitest';
import { buildDoctorCommands } from '#main/app/commands/app.ts';
import type { Trader } from '#main/app/trader.ts';
import type { DoctorLine } from '#shared/ipc/doctor.ts';
import { DEFAULT_DIRECTION } from '#shared/order/account/custodial.ts';
import { toPrice } from '#shared/units/price.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, until } from './traderBench.ts';

async function examine(trader: Trader): Promise<readonly DoctorLine[]> {
  const result = await buildDoctorCommands({ trader })['doctor.run']({});
  if (!result.ok) throw new Error(`Expected a report, found ${result.error.code}`);
  return result.value.lines;
}

it('opens an account without a wallet on paper, and trades it', async () => {
  const refused: string[] = [];
  const onRequest = ({ value }: { readonly value: unknown }): void => {
    const text = JSON.stringify(value ?? null);
    if (text.includes('authz.nonce')) refused.push(text);
  };
  const bench = await openTraderBench({}, { isStrict: true, onRequest });
  try {
    const { vault, venue, custodial, trading, readiness } = bench.trader;
    const owner = await vault.create(PASSWORD, { kind: 'random' });
    const member = await venue.openPaperMember(owner, 'custodial');
    expect(member.safe).toBeNull();
    await vault.storeApiKey(member);
    await until(() => expect(readiness().code).toBe('custodialUnconfirmed'));
    expect((await examine(bench.trader)).filter(({ verdict }) => verdict !== 'ok')).toMatchObject([
      { check: 'custody', remedy: 'confirmCustodial' },
    ]);
    custodial.agree(DEFAULT_DIRECTION);
    await until(() => expect(trading.view().at).toBe('live'));
    const { id } = await bench.watchBusyMarket();
    expect(trading.setArmed(true)).toBe(true);
    const price = RESTING_PRICE;
    const receipt = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price }));
    expect(receipt.outcome).toBe('accepted');
    await until(() => expect(custodial.view()?.proof.at).toBe('confirmed'));
    expect((await trading.cancel(receipt.orderId!)).outcome).toBe('cancelled');
    expect(refused).toEqual([]);
    expect(bench.faults).toEqual([]);
  } finally {
    await bench.close();
  }
});

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
    expect((await examine(bench.trader)).filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
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
});
