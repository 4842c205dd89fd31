/** Account lists with one unreadable row, from an exchange that changes its answers between reads. */
import { afterEach, expect, it } from 'vitest';
import { toShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;

afterEach(() => bench.close());

type Row = Record<string, unknown>;

/** Changes each row of the list that the exchange answers. */
function changeRows(path: RegExp, change: ((row: Row) => Row) | null): void {
  bench.answers.rewrite(path, change === null ? null : (text) => JSON.stringify(JSON.parse(text).map(change)));
}

const POSITIONS = /\/account\/positions/;
const BALANCES = /\/account\/balances/;
const FILLS = /\/account\/contracts/;

it('keeps what an unreadable row may be as last known, denies what relies on it, and recovers', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id: market, bid, ask } = await bench.watchBusyMarket();
  const { trading, venue } = bench.trader;
  trading.setArmed(true);
  const buy = () => trading.place(intend({ market, side: 'yes', direction: 'buy', price: ask }));
  const sell = () =>
    trading.place(intend({ market, side: 'yes', direction: 'sell', price: bid, shares: toShares(1_000_000) }));
  expect(await buy()).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(trading.view().positions[0]?.quantity).toBeGreaterThan(0));
  await trading.reconcile();
  expect(trading.view().ledger.isComplete).toBe(true);
  const { balance, positions, fills } = trading.view();

  changeRows(BALANCES, (row) => ({ ...row, balance_safe: 1 }));
  changeRows(POSITIONS, (row) => ({ ...row, qty: null, quantity: null }));
  changeRows(FILLS, (row) => ({ ...row, price: 'half' }));
  await trading.reconcile();
  const view = trading.view();
  expect(view).toMatchObject({ at: 'live', balance, positions, ledger: { isComplete: false } });
  expect(view.fills).toEqual(fills);
  expect(view.unreadableRows).toMatchObject({
    balances: [{ id: 'usdc' }],
    positions: [{ market, outcome: 'yes' }],
    lastKnown: [{ market, outcome: 'yes' }],
  });
  const denied = (code: string, parameters: object) => ({
    outcome: 'denied',
    denials: expect.arrayContaining([{ code, parameters: expect.objectContaining(parameters) }]),
  });
  expect(await buy()).toMatchObject(denied('balance', { available: null }));
  expect(await sell()).toMatchObject(denied('sellable', { sellable: null }));
  await trading.reconcile();
  const reported = venue.health().errors.map(({ source }) => source.code);
  expect(reported.filter((code) => code === 'balances')).toHaveLength(1);
  expect(reported.filter((code) => code === 'positions')).toHaveLength(1);

  for (const path of [BALANCES, POSITIONS, FILLS]) changeRows(path, null);
  await trading.reconcile();
  expect(trading.view().unreadableRows).toBeUndefined();
  expect(trading.view().ledger.isComplete).toBe(true);
  expect(await sell()).not.toMatchObject({ outcome: 'denied' });
});
