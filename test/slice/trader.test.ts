/** Rules of the composed trader: what a lock disarms, and what a restart remembers. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import { PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import type { BudgetName } from '#shared/ipc/health.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { denialCodes } from './makers.ts';
import { schedule } from './realTimers.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

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
    idleMs = PROTECTED_DEFAULTS.screenLockMinutes * 60_000 + 1_000;
    await until(() => expect(locks.depth()).toBe('screen'));
    expect(vault.status().at).toBe('unlocked');
    expect(trading.view().armed).toBe(false);
  });

  it('empties the account view, and is shown after the next start', async () => {
    bench = await openTraderBench();
    await bench.setUp();
    bench.trader.locks.lock('manual');
    expect(bench.trader.accountView()).toMatchObject({ at: 'none', balance: null, orders: [], positions: [] });
    const reopened = await bench.reopen();
    expect(reopened.walletView().custody.lastLock).toMatchObject({ atMs: expect.any(Number) });
  });
});

describe('an unlock', () => {
  it('reads the wallet records of watched markets, so that the first order reads nothing', async () => {
    const targets: string[] = [];
    bench = await openTraderBench({}, { onRequest: ({ target }) => void targets.push(target) });
    await bench.setUp();
    const { id } = await bench.watchBusyMarket();
    const { trading, interest, locks, vault, market } = bench.trader;
    interest.watch(1, { books: [id], tapes: [], candles: [], underlyings: [] });
    const recordReads = () => targets.filter((target) => target.includes('/wallet/markets/'));
    await until(() => expect(recordReads()).toHaveLength(1));
    locks.lock('manual');
    targets.length = 0;
    await vault.unlock(PASSWORD);
    await until(() => expect(recordReads()).toHaveLength(1));
    await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
    await until(() => expect(market.book(id)?.health.at).toBe('live'));
    trading.setArmed(true);
    const intent = intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true });
    expect(await trading.place(intent)).toMatchObject({ outcome: 'accepted' });
    expect(recordReads()).toHaveLength(1);
  });
});

describe('a quit', () => {
  const used = (trader: Trader, name: BudgetName): number =>
    trader.venue.health().budgets.find((budget) => budget.name === name)!.used;

  it('saves the request budgets used since the last timed save; orders are counted from the journal', async () => {
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
    const stored = settings.budgets('paper');
    const { orderTimes } = bench.trader;
    expect(await orderTimes.fromClick(intent.intentId, () => trading.place(intent))).toMatchObject({
      outcome: 'accepted',
    });
    expect(orderTimes.speed()).toMatchObject({ clickToWire: { count: 1 }, wireToAck: { count: 1 } });
    expect(used(bench.trader, 'orders')).toBe(1);
    expect(settings.budgets('paper')).toEqual(stored);
    expect(venue.budgetMemory()).toEqual(stored);
    const zero = parseHex32(`0x${'0'.repeat(64)}`);
    await expect(venue.prepareSessionKey({ x: zero, y: zero, expiresAt: null })).rejects.toThrow();
    expect(settings.budgets('paper')).not.toEqual(venue.budgetMemory());
    const setups = used(bench.trader, 'setup');
    isFrozen = false;
    const again = await bench.reopen();
    expect(used(again, 'orders')).toBe(1);
    const { budgets } = again.venue.budgetMemory();
    expect(budgets.find(({ name }) => name === 'setup')?.usedAtMs).toHaveLength(setups);
  });
});

describe('an exchange that serves another time', () => {
  it.each([
    ['in the year 10000', 253_402_300_800_000],
    ['in 1970', 86_400_000],
  ])(
    '%s disarms trading and gets no order until the clocks agree again',
    async (_when, servedMs) => {
      bench = await openTraderBench();
      await bench.setUp();
      const { id } = await bench.watchBusyMarket();
      const { trading, venue, readiness, journal } = bench.trader;
      const place = () =>
        trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true }));
      trading.setArmed(true);
      bench.answers.rewrite(/\/public\/timestamp/, () => String(servedMs));
      await venue.measureClock();
      expect(trading.view().armed).toBe(false);
      const { code, parameters } = readiness();
      expect({ code, parameters }).toEqual({ code: 'clockOffset', parameters: { offsetMs: expect.any(Number) } });
      trading.setArmed(true);
      expect(denialCodes(await place())).toContain('clockOffset');
      expect(journal.load(0)).toEqual([]);
      trading.setArmed(false);

      bench.answers.rewrite(/\/public\/timestamp/, null);
      await venue.measureClock();
      expect(readiness().code).toBe('disarmed');
      trading.setArmed(true);
      await until(() => expect(bench.trader.market.book(id)?.health.at).toBe('live'));
      expect(await place()).toMatchObject({ outcome: 'accepted' });
      const [signed] = journal.load(0);
      expect(signed).toMatchObject({ kind: 'signed' });
      if (signed?.kind === 'signed') expect(signed.expiresAtMs).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000);
    },
    30_000,
  );
});
