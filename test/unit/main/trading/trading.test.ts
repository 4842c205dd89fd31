import { describe, expect, it } from 'vitest';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeBalance, makeFill, makeIntent, makeOrder, makePosition } from '#test/slice/makers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

describe('trading', () => {
  it('is none, then loading, then live, and stale when the stream closes', async () => {
    const { trading, clock } = openTradingBench();
    expect(trading.view()).toMatchObject({ at: 'none', armed: false, balance: null, reconciledAtMs: null });
    trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() });
    expect(trading.view().at).toBe('loading');
    await clock.settle();
    expect(trading.view()).toMatchObject({ at: 'live', reason: null, reconciledAtMs: clock.now() });
    expect(trading.view().balance?.available).toBe(parseUsd('1000'));
    expect(trading.view().positions).toHaveLength(1);
    trading.applyPrivateEvent({
      kind: 'closed',
      atMs: clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    expect(trading.view()).toMatchObject({
      at: 'stale',
      reason: {
        code: 'streamClosed',
        parameters: { reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } } },
      },
    });
    await clock.advance(1);
    trading.applyPrivateEvent({ kind: 'open', atMs: clock.now() });
    expect(trading.view().at).toBe('loading');
    await clock.settle();
    expect(trading.view().at).toBe('live');
  });

  it('applies a changed limit to the next order, and has it in the view', async () => {
    const { trading, open } = openTradingBench();
    await open();
    trading.setArmed(true);
    const { limits } = trading.view().risk;
    trading.changeRisk({ limits: { ...limits, orderCost: parseUsd('10') } }, false);
    expect(trading.view().risk.limits.orderCost).toBe(parseUsd('10'));
    expect(await trading.place(makeIntent())).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'limit', parameters: { limit: 'orderCost', allowed: parseUsd('10') } }],
    });
    trading.changeRisk({ limits }, true);
    const another = makeIntent({ intentId: parseIntentId('intent-0002') });
    expect(await trading.place(another)).toMatchObject({ outcome: 'accepted' });
  });

  it('answers the same view until something changes, and calls listeners once for many changes', async () => {
    const { trading, clock, open } = openTradingBench();
    await open();
    let calls = 0;
    const stop = trading.onChange(() => {
      calls += 1;
    });
    const view = trading.view();
    expect(trading.view()).toBe(view);
    trading.applyPrivateEvent({ kind: 'fill', fill: makeFill('1'), receivedAtMs: clock.now() });
    trading.applyPrivateEvent({ kind: 'order', order: makeOrder('7'), receivedAtMs: clock.now() });
    trading.setArmed(true);
    expect(trading.view()).not.toBe(view);
    await clock.settle();
    expect(calls).toBe(1);
    stop();
    trading.setArmed(false);
    await clock.settle();
    expect(calls).toBe(1);
  });

  it('applies orders, fills, balances and positions from the stream', async () => {
    const { trading, clock, open } = openTradingBench();
    await open();
    const at = { receivedAtMs: clock.now() + 1 };
    trading.applyPrivateEvent({ kind: 'order', order: makeOrder('7'), ...at });
    trading.applyPrivateEvent({ kind: 'fill', fill: makeFill('1'), ...at });
    trading.applyPrivateEvent({ kind: 'balance', balance: makeBalance('900'), ...at });
    trading.applyPrivateEvent({ kind: 'position', position: makePosition('60'), ...at });
    const view = trading.view();
    expect(view.orders[0]).toMatchObject({ intentId: null, orderId: '7', life: { at: 'resting' } });
    expect(view.fills).toHaveLength(1);
    expect(view.balance?.available).toBe(parseUsd('900'));
    expect(view.positions[0]?.quantity).toBe(60_000_000);
  });

  it('restores orders in flight as unknown and matches them', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.setArmed(true);
    bench.exchange.answerPost = (_placement, rest) => {
      rest();
      return new Promise(() => {});
    };
    void bench.trading.place(makeIntent());
    await bench.clock.settle();
    bench.trading.close();
    const again = bench.reopen();
    expect(again.view()).toMatchObject({ at: 'none', armed: false });
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', life: { at: 'unknown' } }]);
    await again.reconcile();
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', orderId: '101', life: { at: 'resting' } }]);
    again.close();
  });

  it('treats the same id with other terms as another order after a reset of the exchange', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.setArmed(true);
    await bench.trading.place(makeIntent());
    bench.exchange.orders.clear();
    bench.exchange.put(
      makeOrder('101', {
        side: 'no',
        createdAtMs: bench.clock.now() + 60_000,
        updatedAtMs: bench.clock.now() + 60_000,
      }),
    );
    await bench.clock.advance(60_000);
    const own = bench.trading.view().orders.find((order) => order.intentId !== null);
    expect(own?.life.at).toBe('unknown');
    expect(bench.trading.view().orders.find((order) => order.orderId === '101')).toMatchObject({ side: 'no' });
  });

  it('reconciles and reports after an unreadable private message', async () => {
    const { trading, clock, open, faults, exchange } = openTradingBench();
    await open();
    const before = exchange.calls.length;
    trading.applyPrivateEvent({ kind: 'unreadable', atMs: clock.now(), why: 'not JSON' });
    await clock.settle();
    expect(faults).toEqual(['private stream']);
    expect(exchange.calls.length).toBeGreaterThan(before);
  });

  it('clears the account, including the results of a running read, but not our own orders', async () => {
    const { trading, open, clock, exchange } = openTradingBench();
    exchange.put(makeOrder('7'));
    exchange.fills = [makeFill('1')];
    await open();
    trading.setArmed(true);
    await trading.place(makeIntent());
    void trading.reconcile();
    trading.clearAccount();
    await clock.advance(120_000);
    expect(trading.view()).toMatchObject({ at: 'none', armed: false, balance: null, positions: [], fills: [] });
    expect(trading.view().orders).toMatchObject([{ intentId: 'intent-0001' }]);
    await open();
    expect(trading.view()).toMatchObject({ at: 'live' });
    expect(trading.view().orders).toHaveLength(2);
  });

  it('prefetches wallet records, and clears them and disarms for another wallet', async () => {
    const { trading, open, exchange, clock } = openTradingBench();
    await open();
    trading.prefetchWalletRecord(MARKET);
    trading.prefetchWalletRecord(MARKET);
    await clock.settle();
    expect(exchange.calls.filter((call) => call === 'wallet')).toHaveLength(1);
    trading.setArmed(true);
    trading.clearAccount();
    expect(trading.view().armed).toBe(false);
    await open();
    trading.setArmed(true);
    await trading.place(makeIntent());
    expect(exchange.calls.filter((call) => call === 'wallet')).toHaveLength(2);
  });

  it('cancels an order that only the exchange knows', async () => {
    const { trading, open, exchange, clock } = openTradingBench();
    await open();
    exchange.put(makeOrder('9'));
    const cancelling = trading.cancel(parseOrderId('9'));
    await clock.advance(250);
    expect((await cancelling).outcome).toBe('cancelled');
  });

  it('stays live when the clock is set back', async () => {
    let backMs = 0;
    let held: TradingBench | null = null;
    const now = (): number => (held?.clock.now() ?? START_MS) - backMs;
    const bench = openTradingBench({ clock: { now, exchangeTimeMs: now } });
    held = bench;
    await bench.open();
    expect(bench.trading.view().at).toBe('live');
    backMs = 3_600_000;
    await bench.clock.advance(31_000);
    expect(bench.trading.view()).toMatchObject({ at: 'live', reconciledAtMs: bench.clock.now() - backMs - 1_000 });
  });

  it('reconciles while the stream is closed: after an order, and after its end', async () => {
    const { trading, open, exchange, clock } = openTradingBench();
    await open();
    trading.setArmed(true);
    trading.applyPrivateEvent({
      kind: 'closed',
      atMs: clock.now(),
      reason: { code: 'closedByExchange', parameters: { closeCode: 1006 } },
    });
    const looks = () => exchange.calls.filter((call) => call === 'balances').length;
    const before = looks();
    exchange.balances = [makeBalance('938')];
    await trading.place(makeIntent());
    await clock.advance(1_000);
    expect(looks()).toBe(before + 1);
    expect(trading.view().balance?.available).toBe(parseUsd('938'));
    const cancelling = trading.cancel(parseOrderId('101'));
    await clock.advance(250);
    await cancelling;
    await clock.advance(1_000);
    expect(looks()).toBe(before + 2);
  });

  it('reads positions again after a sale ended, because there is no position event', async () => {
    const { trading, open, exchange, clock } = openTradingBench();
    exchange.put(makeOrder('7', { direction: 'sell' }));
    exchange.positions = [makePosition('50', { locked: parseShares('50'), sellable: parseShares('0') })];
    await open();
    exchange.positions = [makePosition('50', { exchangeTimeMs: clock.now() + 1 })];
    const cancelling = trading.cancel(parseOrderId('7'));
    await clock.settle();
    const order = exchange.orders.get('7')!;
    trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: clock.now() });
    await cancelling;
    expect(trading.view().positions[0]?.sellable).toBe(0);
    await clock.advance(1_000);
    expect(trading.view().positions[0]?.sellable).toBe(50_000_000);
  });

  it('leaves no timer behind', async () => {
    const { trading, open, clock } = openTradingBench();
    await open();
    trading.close();
    expect(clock.pending()).toBe(0);
    trading.applyPrivateEvent({
      kind: 'order',
      order: makeOrder('7', { direction: 'sell' }),
      receivedAtMs: clock.now(),
    });
    const end = makeOrder('7', { direction: 'sell', state: 'done' });
    trading.applyPrivateEvent({ kind: 'order', order: end, receivedAtMs: clock.now() });
    expect(clock.pending()).toBe(0);
  });
});

describe('our order from before the period that start-up loads', () => {
  const DAY_MS = 24 * 60 * 60_000;

  async function openOld(): Promise<TradingBench> {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.setArmed(true);
    await bench.trading.place(makeIntent());
    bench.exchange.put(fill(bench.exchange.orders.get('101')!, bench.clock));
    await bench.clock.advance(30_000);
    bench.trading.close();
    await bench.clock.advance(2 * DAY_MS);
    return bench;
  }

  it('is still ours, with its whole life, when the exchange lists it', async () => {
    const bench = await openOld();
    const again = bench.reopen();
    expect(again.view().orders).toEqual([]);
    again.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', orderId: '101', life: { at: 'done' } }]);
    expect(again.view().orders[0]?.steps.map((step) => step.step)).toEqual(['signed', 'sent', 'accepted', 'filled']);
  });

  it("is another client's when a reset exchange created it at another time", async () => {
    const bench = await openOld();
    const old = bench.exchange.orders.get('101')!;
    bench.exchange.put({ ...old, createdAtMs: old.createdAtMs + DAY_MS });
    const again = bench.reopen();
    again.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    expect(again.view().orders).toMatchObject([{ intentId: null, orderId: '101' }]);
  });
});
