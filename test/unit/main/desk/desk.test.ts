import { describe, expect, it } from 'vitest';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { type DeskBench, fill, openDeskBench } from '#test/slice/deskBench.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeBalance, makeFill, makeIntent, makeOrder, makePosition } from '#test/slice/makers.ts';

describe('desk', () => {
  it('is none, then loading, then live, and stale when the stream closes', async () => {
    const { desk, clock } = openDeskBench();
    expect(desk.view()).toMatchObject({ at: 'none', armed: false, balance: null, reconciledAtMs: null });
    desk.onPrivate({ kind: 'open', atMs: clock.now() });
    expect(desk.view().at).toBe('loading');
    await clock.settle();
    expect(desk.view()).toMatchObject({ at: 'live', why: null, reconciledAtMs: clock.now() });
    expect(desk.view().balance?.available).toBe(parseUsd('1000'));
    expect(desk.view().positions).toHaveLength(1);
    desk.onPrivate({ kind: 'closed', atMs: clock.now(), why: 'closed with 1006' });
    expect(desk.view()).toMatchObject({ at: 'stale', why: 'The private stream is closed: closed with 1006' });
    await clock.advance(1);
    desk.onPrivate({ kind: 'open', atMs: clock.now() });
    expect(desk.view().at).toBe('loading');
    await clock.settle();
    expect(desk.view().at).toBe('live');
  });

  it('allows one order of at most 5,000 dollars unless told otherwise', () => {
    expect(openDeskBench().desk.view().maxOrderCost).toBe(parseUsd('5000'));
    expect(openDeskBench({ limits: { maxOrderCost: parseUsd('10') } }).desk.view().maxOrderCost).toBe(parseUsd('10'));
  });

  it('takes another limit with the next click, and shows it at once', async () => {
    const { desk, open } = openDeskBench();
    await open();
    desk.arm(true);
    desk.setMaxOrderCost(parseUsd('10'));
    expect(desk.view().maxOrderCost).toBe(parseUsd('10'));
    const refused = await desk.place(makeIntent());
    expect(refused).toMatchObject({ outcome: 'denied', hint: expect.stringContaining('at most 10.00') });
    desk.setMaxOrderCost(parseUsd('5000'));
    const another = makeIntent({ intentId: parseIntentId('intent-0002') });
    expect(await desk.place(another)).toMatchObject({ outcome: 'accepted' });
  });

  it('answers the same view until something changed and calls once for many changes', async () => {
    const { desk, clock, open } = openDeskBench();
    await open();
    let calls = 0;
    const stop = desk.onChange(() => {
      calls += 1;
    });
    const view = desk.view();
    expect(desk.view()).toBe(view);
    desk.onPrivate({ kind: 'fill', fill: makeFill('1'), receivedAtMs: clock.now() });
    desk.onPrivate({ kind: 'order', order: makeOrder('7'), receivedAtMs: clock.now() });
    desk.arm(true);
    expect(desk.view()).not.toBe(view);
    await clock.settle();
    expect(calls).toBe(1);
    stop();
    desk.arm(false);
    await clock.settle();
    expect(calls).toBe(1);
  });

  it('takes orders, fills, balances and positions from the stream', async () => {
    const { desk, clock, open } = openDeskBench();
    await open();
    const at = { receivedAtMs: clock.now() + 1 };
    desk.onPrivate({ kind: 'order', order: makeOrder('7'), ...at });
    desk.onPrivate({ kind: 'fill', fill: makeFill('1'), ...at });
    desk.onPrivate({ kind: 'balance', balance: makeBalance('900'), ...at });
    desk.onPrivate({ kind: 'position', position: makePosition('60'), ...at });
    const view = desk.view();
    expect(view.orders[0]).toMatchObject({ intentId: null, orderId: '7', life: { at: 'resting' } });
    expect(view.fills).toHaveLength(1);
    expect(view.balance?.available).toBe(parseUsd('900'));
    expect(view.positions[0]?.quantity).toBe(60_000_000);
  });

  it('starts from its journal: what was on its way is unknown and is looked for', async () => {
    const bench = openDeskBench();
    await bench.open();
    bench.desk.arm(true);
    bench.exchange.answerPost = (_placement, rest) => {
      rest();
      return new Promise(() => {});
    };
    void bench.desk.place(makeIntent());
    await bench.clock.settle();
    bench.desk.close();
    const again = bench.reopen();
    expect(again.view()).toMatchObject({ at: 'none', armed: false });
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', life: { at: 'unknown' } }]);
    await again.reconcile();
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', orderId: '101', life: { at: 'resting' } }]);
    again.close();
  });

  it('treats the same id on other terms as another order: the exchange began anew', async () => {
    const bench = openDeskBench();
    await bench.open();
    bench.desk.arm(true);
    await bench.desk.place(makeIntent());
    bench.exchange.orders.clear();
    bench.exchange.put(
      makeOrder('101', {
        side: 'no',
        createdAtMs: bench.clock.now() + 60_000,
        updatedAtMs: bench.clock.now() + 60_000,
      }),
    );
    await bench.clock.advance(60_000);
    const own = bench.desk.view().orders.find((order) => order.intentId !== null);
    expect(own?.life.at).toBe('unknown');
    expect(bench.desk.view().orders.find((order) => order.orderId === '101')).toMatchObject({ side: 'no' });
  });

  it('reconciles and reports when a private message could not be read', async () => {
    const { desk, clock, open, faults, exchange } = openDeskBench();
    await open();
    const before = exchange.calls.length;
    desk.onPrivate({ kind: 'unreadable', atMs: clock.now(), why: 'not JSON' });
    await clock.settle();
    expect(faults).toEqual(['private stream']);
    expect(exchange.calls.length).toBeGreaterThan(before);
  });

  it('forgets the member’s account with the wallet, even what a read under way brings, but not its own orders', async () => {
    const { desk, open, clock, exchange } = openDeskBench();
    exchange.put(makeOrder('7'));
    exchange.fills = [makeFill('1')];
    await open();
    desk.arm(true);
    await desk.place(makeIntent());
    void desk.reconcile();
    desk.forgetWallet();
    await clock.advance(120_000);
    expect(desk.view()).toMatchObject({ at: 'none', armed: false, balance: null, positions: [], fills: [] });
    expect(desk.view().orders).toMatchObject([{ intentId: 'intent-0001' }]);
    await open();
    expect(desk.view()).toMatchObject({ at: 'live' });
    expect(desk.view().orders).toHaveLength(2);
  });

  it('reads wallet records ahead, and anew and disarmed for another wallet', async () => {
    const { desk, open, exchange, clock } = openDeskBench();
    await open();
    desk.prepare(MARKET);
    desk.prepare(MARKET);
    await clock.settle();
    expect(exchange.calls.filter((call) => call === 'wallet')).toHaveLength(1);
    desk.arm(true);
    desk.forgetWallet();
    expect(desk.view().armed).toBe(false);
    await open();
    desk.arm(true);
    await desk.place(makeIntent());
    expect(exchange.calls.filter((call) => call === 'wallet')).toHaveLength(2);
  });

  it('cancels an order that only the exchange knows', async () => {
    const { desk, open, exchange, clock } = openDeskBench();
    await open();
    exchange.put(makeOrder('9'));
    const cancelling = desk.cancel(parseOrderId('9'));
    await clock.advance(250);
    expect((await cancelling).outcome).toBe('cancelled');
  });

  it('stays live when the clock is set back', async () => {
    let backMs = 0;
    let held: DeskBench | null = null;
    const now = (): number => (held?.clock.now() ?? START_MS) - backMs;
    const bench = openDeskBench({ clock: { now, exchangeTimeMs: now } });
    held = bench;
    await bench.open();
    expect(bench.desk.view().at).toBe('live');
    backMs = 3_600_000;
    await bench.clock.advance(31_000);
    expect(bench.desk.view()).toMatchObject({ at: 'live', reconciledAtMs: bench.clock.now() - backMs - 1_000 });
  });

  it('looks itself while the stream is closed: after an order, and after its end', async () => {
    const { desk, open, exchange, clock } = openDeskBench();
    await open();
    desk.arm(true);
    desk.onPrivate({ kind: 'closed', atMs: clock.now(), why: 'closed with 1006' });
    const looks = () => exchange.calls.filter((call) => call === 'balances').length;
    const before = looks();
    exchange.balances = [makeBalance('938')];
    await desk.place(makeIntent());
    await clock.advance(1_000);
    expect(looks()).toBe(before + 1);
    expect(desk.view().balance?.available).toBe(parseUsd('938'));
    const cancelling = desk.cancel(parseOrderId('101'));
    await clock.advance(250);
    await cancelling;
    await clock.advance(1_000);
    expect(looks()).toBe(before + 2);
  });

  it('reads holdings again after a sale ended, of which no position event tells', async () => {
    const { desk, open, exchange, clock } = openDeskBench();
    exchange.put(makeOrder('7', { direction: 'sell' }));
    exchange.positions = [makePosition('50', { locked: parseShares('50'), sellable: parseShares('0') })];
    await open();
    exchange.positions = [makePosition('50', { exchangeTimeMs: clock.now() + 1 })];
    const cancelling = desk.cancel(parseOrderId('7'));
    await clock.advance(250);
    await cancelling;
    expect(desk.view().positions[0]?.sellable).toBe(0);
    await clock.advance(1_000);
    expect(desk.view().positions[0]?.sellable).toBe(50_000_000);
  });

  it('leaves no timer behind', async () => {
    const { desk, open, clock } = openDeskBench();
    await open();
    desk.close();
    expect(clock.pending()).toBe(0);
    desk.onPrivate({ kind: 'order', order: makeOrder('7', { direction: 'sell' }), receivedAtMs: clock.now() });
    const end = makeOrder('7', { direction: 'sell', state: 'done' });
    desk.onPrivate({ kind: 'order', order: end, receivedAtMs: clock.now() });
    expect(clock.pending()).toBe(0);
  });
});

describe('an order of ours from before the day that is loaded at the start', () => {
  const DAY_MS = 24 * 60 * 60_000;

  async function openOld(): Promise<DeskBench> {
    const bench = openDeskBench();
    await bench.open();
    bench.desk.arm(true);
    await bench.desk.place(makeIntent());
    bench.exchange.put(fill(bench.exchange.orders.get('101')!, bench.clock));
    await bench.clock.advance(30_000);
    bench.desk.close();
    await bench.clock.advance(2 * DAY_MS);
    return bench;
  }

  it('is still ours, with its whole life, when the exchange lists it', async () => {
    const bench = await openOld();
    const again = bench.reopen();
    expect(again.view().orders).toEqual([]);
    again.onPrivate({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    expect(again.view().orders).toMatchObject([{ intentId: 'intent-0001', orderId: '101', life: { at: 'done' } }]);
    expect(again.view().orders[0]?.steps.map((step) => step.step)).toEqual(['signed', 'sent', 'accepted', 'filled']);
  });

  it('is another client’s when the exchange has begun anew and made it at another time', async () => {
    const bench = await openOld();
    const old = bench.exchange.orders.get('101')!;
    bench.exchange.put({ ...old, createdAtMs: old.createdAtMs + DAY_MS });
    const again = bench.reopen();
    again.onPrivate({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    expect(again.view().orders).toMatchObject([{ intentId: null, orderId: '101' }]);
  });
});
