/** Rules of the composed trader: what a lock disarms, and what a restart remembers. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import { DEFAULT_PREFERENCES } from '#main/storage/preferences.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import { intend, openTraderBench, RESTING_PRICE, schedule, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
afterEach(() => bench.close());

describe('a lock', () => {
  it('of the screen disarms trading while the keys stay in memory', async () => {
    let idleMs = 0;
    bench = await openTraderBench({ steadyMs: () => performance.now() + idleMs });
    await bench.setUp();
    const { trading, locks, vault, accountView } = bench.trader;
    trading.setArmed(true);
    expect(accountView().armed).toBe(true);
    idleMs = DEFAULT_PREFERENCES.screenLockMinutes * 60_000 + 1_000;
    await until(() => expect(locks.depth()).toBe('screen'));
    expect(vault.status().at).toBe('unlocked');
    expect(trading.view().armed).toBe(false);
  }, 30_000);

  it('empties the account view, and is shown after the next start', async () => {
    bench = await openTraderBench();
    await bench.setUp();
    bench.trader.locks.lock('manual');
    expect(bench.trader.accountView()).toMatchObject({ at: 'none', balance: null, orders: [], positions: [] });
    const reopened = await bench.reopen();
    expect(reopened.walletView().custody.lastLock).toMatchObject({ atMs: expect.any(Number) });
  }, 30_000);
});

describe('a quit', () => {
  const usedOrders = (trader: Trader): number =>
    trader.venue
      .budgetMemory()
      .budgets.filter((budget) => budget.name === 'orders')
      .flatMap((budget) => budget.usedAtMs).length;

  it('saves the request budgets used since the last timed save', async () => {
    // No timer starts after the set-up, so that nothing but the quit can save.
    let isFrozen = false;
    const freezable: Scheduler = (delayMs, run) => (isFrozen ? () => undefined : schedule(delayMs, run));
    bench = await openTraderBench({ schedule: freezable });
    await bench.setUp();
    const { id } = await bench.watchBusyMarket();
    const { trading, settings, venue } = bench.trader;
    trading.setArmed(true);
    await until(() => expect(settings.budgets('paper')).toEqual(venue.budgetMemory()));
    isFrozen = true;
    const intent = intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
    expect(await trading.place(intent)).toMatchObject({ outcome: 'accepted' });
    expect(usedOrders(bench.trader)).toBe(1);
    expect(settings.budgets('paper')).not.toEqual(venue.budgetMemory());
    isFrozen = false;
    expect(usedOrders(await bench.reopen())).toBe(1);
  }, 30_000);
});
