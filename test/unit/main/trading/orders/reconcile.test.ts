import { describe, expect, it } from 'vitest';
import { ABSENT_AFTER_MS } from '#main/trading/orders/absence.ts';
import type { UnreadableOrder } from '#shared/order/account/account.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { RULED_OUT_BY_PERSON } from '#shared/order/life.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { START_MS } from '#test/slice/fakeClock.ts';
import { listingOf, makeIntent, makeOrder, OTHER_MARKET, PROBLEM, TIMED_OUT } from '#test/slice/makers.ts';
import { explainAsCode, fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

async function openLost(rests: boolean, count = 1): Promise<TradingBench> {
  const bench = openTradingBench();
  await bench.open();
  bench.trading.setArmed(true);
  bench.exchange.answerPost = async (_placement, rest) => {
    if (rests) rest();
    bench.exchange.isDown = true;
    return { kind: 'unknown', cause: TIMED_OUT };
  };
  for (let at = 0; at < count; at += 1) {
    bench.exchange.isDown = false;
    await bench.trading.place(makeIntent({ intentId: parseIntentId(`lost-intent-${at}`) }));
  }
  return bench;
}

const readFailed = (error: string) => ({
  code: 'readFailed',
  parameters: { failure: explainAsCode(new Error(error)) },
});
const lives = (bench: TradingBench): string[] => bench.trading.view().orders.map((order) => order.life.at);

describe('reconciliation', () => {
  it('matches a lost order that rests once the exchange answers again', async () => {
    const bench = await openLost(true);
    await bench.clock.advance(10_000);
    expect(lives(bench)).toEqual(['unknown']);
    bench.exchange.isDown = false;
    await bench.clock.advance(30_000);
    expect(bench.trading.view().orders).toMatchObject([
      { intentId: 'lost-intent-0', orderId: '101', life: { at: 'resting' } },
    ]);
  });

  it('matches a lost order that filled immediately', async () => {
    const bench = await openLost(true);
    bench.exchange.put(fill(bench.exchange.orders.get('101')!, bench.clock));
    bench.exchange.isDown = false;
    await bench.clock.advance(30_000);
    expect(bench.trading.view().orders).toMatchObject([{ intentId: 'lost-intent-0', life: { at: 'done' } }]);
  });

  it('matches as many lost orders as there are matches', async () => {
    const bench = await openLost(true, 2);
    bench.exchange.isDown = false;
    await bench.clock.advance(30_000);
    expect(lives(bench)).toEqual(['resting', 'resting']);
    expect(new Set(bench.trading.view().orders.map((order) => order.orderId))).toEqual(new Set(['101', '102']));
  });

  it('leaves lost orders unknown, with a step, when there are more or fewer matches', async () => {
    const bench = await openLost(true);
    const twin = bench.exchange.orders.get('101')!;
    bench.exchange.put({ ...twin, id: '102' as never });
    bench.exchange.isDown = false;
    await bench.clock.advance(30_000);
    const lost = () => bench.trading.view().orders.find((order) => order.intentId !== null)!;
    expect(lost().life.at).toBe('unknown');
    expect(lost().steps.at(-1)).toMatchObject({ step: 'asked' });
    expect(lost().steps.at(-1)?.detail).toEqual({ code: 'ambiguous', parameters: { matching: 2, lost: 1 } });
    await bench.clock.advance(ABSENT_AFTER_MS * 2);
    expect(lost().life.at).toBe('unknown');
  });

  it('decides identical lost orders by their number once no more can arrive', async () => {
    const bench = await openLost(true, 2);
    bench.exchange.orders.delete('102');
    bench.exchange.isDown = false;
    await bench.clock.advance(ABSENT_AFTER_MS - 60_000);
    expect(lives(bench).filter((at) => at === 'unknown')).toHaveLength(2);
    await bench.clock.advance(180_000);
    expect(bench.trading.view().orders).toMatchObject([
      { intentId: 'lost-intent-0', orderId: '101', life: { at: 'resting' } },
      { intentId: 'lost-intent-1', orderId: null, life: { at: 'absent' } },
    ]);
  });

  it('ends a cancel that the exchange accepted and did not carry out', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    bench.exchange.answerCancel = async () => ({ kind: 'triggered' });
    await bench.open();
    const cancelling = bench.trading.cancel(parseOrderId('7'));
    await bench.clock.advance(5_000);
    expect((await cancelling).outcome).toBe('triggered');
    expect(lives(bench)).toEqual(['cancelling']);
    await bench.clock.advance(60_000);
    expect(lives(bench)).toEqual(['resting']);
    expect(bench.trading.view().orders[0]?.steps.at(-1)).toMatchObject({ step: 'asked' });
  });

  it('applies the lists that could be read when another fails', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    const { listOrders } = bench.exchange;
    bench.exchange.listOrders = (state) =>
      state === 'reject' ? Promise.reject(new Error('no such state')) : listOrders(state);
    await bench.open();
    expect(lives(bench)).toEqual(['resting']);
    expect(bench.trading.view()).toMatchObject({ at: 'loading', reason: readFailed('no such state') });
    expect(bench.trading.view().balance?.available).toBe(parseUsd('1000'));
    expect(bench.trading.view().positions).toHaveLength(1);
    bench.exchange.listOrders = listOrders;
    await bench.clock.advance(2_000);
    expect(bench.trading.view()).toMatchObject({ at: 'live', reason: null });
  });

  it('proves absence only after ten minutes and two complete reads', async () => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    await bench.clock.advance(ABSENT_AFTER_MS - 1_000);
    expect(lives(bench)).toEqual(['unknown']);
    await bench.clock.advance(90_000);
    expect(lives(bench)).toEqual(['absent']);
  });

  it('does not prove absence by two reads in quick succession', async () => {
    const bench = await openLost(false);
    await bench.clock.advance(ABSENT_AFTER_MS);
    bench.exchange.isDown = false;
    await bench.trading.reconcile();
    await bench.trading.reconcile();
    await bench.trading.reconcile();
    expect(lives(bench)).toEqual(['unknown']);
    await bench.clock.advance(90_000);
    expect(lives(bench)).toEqual(['absent']);
  });

  it('does not prove absence while a list fails', async () => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    const list = bench.exchange.listOrders;
    bench.exchange.listOrders = (state) => (state === 'cancel' ? Promise.reject(new Error('down')) : list(state));
    await bench.clock.advance(ABSENT_AFTER_MS * 2);
    expect(lives(bench)).toEqual(['unknown']);
    expect(bench.trading.view()).toMatchObject({ at: 'stale', reason: readFailed('down') });
  });

  it('reads an order that is no longer listed to learn how it ended', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    await bench.open();
    bench.exchange.put(fill(makeOrder('7'), bench.clock));
    await bench.clock.advance(30_000);
    expect(lives(bench)).toEqual(['done']);
  });

  it('makes an order unknown that the exchange no longer knows', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    await bench.open();
    bench.exchange.orders.clear();
    await bench.clock.advance(60_000);
    expect(bench.trading.view().orders[0]?.life).toMatchObject({
      at: 'unknown',
      reason: { code: 'notKnown', parameters: { orderId: '7' } },
    });
  });

  it('reads everything every thirty seconds, and with backoff while reads fail', async () => {
    const bench = openTradingBench();
    await bench.open();
    const reads = (): number => bench.exchange.calls.filter((call) => call === 'balances').length;
    expect(reads()).toBe(1);
    await bench.clock.advance(60_000);
    expect(reads()).toBe(3);
    bench.exchange.isDown = true;
    await bench.clock.advance(30_000);
    expect(bench.trading.view()).toMatchObject({ at: 'stale', reason: readFailed('connection refused') });
    const before = reads();
    await bench.clock.advance(7_000);
    expect(reads() - before).toBe(3);
    bench.exchange.isDown = false;
    await bench.clock.advance(60_000);
    expect(bench.trading.view().at).toBe('live');
  });

  it('reads closed orders once, and again only while an order is lost', async () => {
    const bench = openTradingBench();
    await bench.open();
    await bench.clock.advance(120_000);
    expect(bench.exchange.calls.filter((call) => call === 'list done')).toHaveLength(1);
  });

  it('revives an absent order that the exchange lists again, and can cancel it, also after a restart', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.setArmed(true);
    await bench.trading.place(makeIntent());
    const order = bench.exchange.orders.get('101')!;
    bench.exchange.orders.delete('101');
    await bench.clock.advance(ABSENT_AFTER_MS + 120_000);
    expect(lives(bench)).toEqual(['absent']);
    bench.exchange.put(order);
    await bench.clock.advance(30_000);
    expect(bench.trading.view().orders).toMatchObject([{ orderId: '101', life: { at: 'resting' } }]);
    bench.trading.close();
    const again = bench.reopen();
    expect(again.view().orders).toMatchObject([{ orderId: '101', life: { at: 'resting' } }]);
    const receipt = again.cancelAll(ALL_ORDERS);
    await bench.clock.advance(10_000);
    expect(await receipt).toEqual({
      asked: 1,
      confirmed: 1,
      filled: 0,
      unknown: [],
      hasUnreadable: false,
      isListed: true,
      tookMs: expect.any(Number),
    });
  });

  it('never makes a listed order absent, even in an unknown state', async () => {
    const bench = await openLost(true);
    const frozen = bench.exchange.orders.get('101')!;
    bench.exchange.isDown = false;
    await bench.clock.advance(30_000);
    bench.exchange.put({ ...frozen, state: { unknown: 'frozen' }, updatedAtMs: bench.clock.exchangeTimeMs() });
    await bench.clock.advance(ABSENT_AFTER_MS * 2);
    expect(bench.trading.view().orders).toMatchObject([{ orderId: '101', life: { at: 'unknown' } }]);
  });
});

describe('an unreadable order', () => {
  const unread = (id: string | null, change: Partial<UnreadableOrder> = {}): UnreadableOrder => ({
    id: id === null ? null : parseOrderId(id),
    market: null,
    createdAtMs: null,
    problem: PROBLEM,
    ...change,
  });

  it('keeps its last state with a mark, and does not affect other orders of the list', async () => {
    const bench = openTradingBench();
    const seven = bench.exchange.put(makeOrder('7'));
    bench.exchange.put(makeOrder('8'));
    await bench.open();
    bench.exchange.unreadable.set('7', unread('7'));
    bench.exchange.put(fill(bench.exchange.orders.get('8')!, bench.clock));
    await bench.clock.advance(120_000);
    expect(bench.trading.view()).toMatchObject({ at: 'live', reason: null });
    expect(bench.trading.view()).not.toHaveProperty('unreadable');
    expect(bench.trading.view().orders).toMatchObject([
      { orderId: '7', life: { at: 'resting' }, unreadable: PROBLEM },
      { orderId: '8', life: { at: 'done' } },
    ]);
    bench.exchange.unreadable.clear();
    await bench.clock.advance(30_000);
    expect(bench.trading.view().orders[0]).toMatchObject({ orderId: seven.id, life: { at: 'resting' } });
    expect(bench.trading.view().orders[0]).not.toHaveProperty('unreadable');
  });

  it('keeps its last state when it left the open list and is unreadable by id too', async () => {
    const bench = openTradingBench();
    const seven = bench.exchange.put(makeOrder('7'));
    await bench.open();
    bench.exchange.put({ ...seven, state: 'done' });
    bench.exchange.unreadable.set('7', unread('7'));
    await bench.clock.advance(ABSENT_AFTER_MS * 2);
    expect(bench.trading.view()).toMatchObject({ at: 'live', reason: null });
    expect(bench.trading.view().orders).toMatchObject([{ orderId: '7', life: { at: 'resting' }, unreadable: PROBLEM }]);
  });

  it('is listed apart without a record, and removed with the account', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    bench.exchange.unreadable.set('7', unread('7'));
    await bench.open();
    expect(bench.trading.view()).toMatchObject({ orders: [], unreadable: [{ id: '7' }] });
    bench.trading.clearAccount();
    expect(bench.trading.view()).not.toHaveProperty('unreadable');
  });

  it('is not reported as resting when it is listed as closed', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7', { state: 'done' }));
    bench.exchange.unreadable.set('7', unread('7'));
    await bench.open();
    expect(bench.trading.view()).toMatchObject({ at: 'live' });
    expect(bench.trading.view()).not.toHaveProperty('unreadable');
  });

  it('loses its mark once it is readable, without another read of closed orders', async () => {
    const bench = openTradingBench();
    const seven = bench.exchange.put(makeOrder('7', { state: 'done' }));
    bench.exchange.unreadable.set('7', unread('7'));
    await bench.open();
    bench.trading.applyPrivateEvent({ kind: 'order', order: seven, receivedAtMs: bench.clock.now() });
    bench.exchange.unreadable.clear();
    await bench.clock.advance(120_000);
    expect(bench.trading.view().orders).toMatchObject([{ orderId: '7', life: { at: 'done' } }]);
    expect(bench.trading.view().orders[0]).not.toHaveProperty('unreadable');
  });

  it('is marked by the stream until a list has it readable', async () => {
    const bench = openTradingBench();
    bench.exchange.put(makeOrder('7'));
    await bench.open();
    await bench.clock.advance(1);
    bench.exchange.isDown = true;
    const atMs = bench.clock.now();
    bench.trading.applyPrivateEvent({ kind: 'unreadable', atMs, why: 'Expected a price', order: unread('7') });
    expect(bench.trading.view().orders).toMatchObject([{ life: { at: 'resting' }, unreadable: PROBLEM }]);
    bench.exchange.isDown = false;
    await bench.clock.advance(60_000);
    expect(bench.trading.view().orders[0]).not.toHaveProperty('unreadable');
  });

  it.each([
    ['has no id', unread(null)],
    ['has an unknown id', unread('999')],
  ])('keeps a lost order unknown while one that %s may be it', async (_, one) => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    const list = bench.exchange.listOrders;
    let isThere = true;
    bench.exchange.listOrders = async (state) => ({
      ...(await list(state)),
      unreadable: state === 'done' && isThere ? [one] : [],
    });
    await bench.clock.advance(ABSENT_AFTER_MS * 3);
    expect(lives(bench)).toEqual(['unknown']);
    isThere = false;
    await bench.clock.advance(90_000);
    expect(lives(bench)).toEqual(['absent']);
  });

  it.each([
    ['another market', { market: OTHER_MARKET }],
    ['a creation long before it', { createdAtMs: START_MS - 120_000 }],
  ])('does not keep a lost order unknown when it has %s', async (_, change) => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    const list = bench.exchange.listOrders;
    bench.exchange.listOrders = async (state) => ({ ...(await list(state)), unreadable: [unread('999', change)] });
    await bench.clock.advance(ABSENT_AFTER_MS + 90_000);
    expect(lives(bench)).toEqual(['absent']);
  });

  it('keeps a lost order unknown even with one match', async () => {
    const bench = await openLost(true);
    bench.exchange.isDown = false;
    const list = bench.exchange.listOrders;
    let isThere = true;
    bench.exchange.listOrders = async (state) => ({
      ...(await list(state)),
      unreadable: state === 'wait' && isThere ? [unread('999')] : [],
    });
    await bench.clock.advance(60_000);
    const lost = () => bench.trading.view().orders.find((order) => order.intentId !== null)!;
    expect(lost()).toMatchObject({ life: { at: 'unknown' }, orderId: null });
    expect(lost().steps.at(-1)?.detail).toMatchObject({ code: 'maybeUnreadable' });
    isThere = false;
    await bench.clock.advance(60_000);
    expect(lost()).toMatchObject({ life: { at: 'resting' }, orderId: '101' });
  });
});

describe('a lost order that only a person can match', () => {
  const lost = (bench: TradingBench) => bench.trading.view().orders.find((order) => order.intentId !== null)!;
  const INTENT = parseIntentId('lost-intent-0');
  const ONE = parseOrderId('101');
  const TWO = parseOrderId('102');

  /** Two orders fit one lost answer, and no more can arrive. */
  async function openTwins(): Promise<TradingBench> {
    const bench = await openLost(true);
    bench.exchange.put({ ...bench.exchange.orders.get('101')!, id: TWO });
    bench.exchange.isDown = false;
    await bench.clock.advance(ABSENT_AFTER_MS + 60_000);
    return bench;
  }

  it('has candidates only once no later read can decide', async () => {
    const bench = await openLost(true);
    bench.exchange.put({ ...bench.exchange.orders.get('101')!, id: TWO });
    bench.exchange.isDown = false;
    await bench.clock.advance(ABSENT_AFTER_MS - 1_000);
    expect(lost(bench)).not.toHaveProperty('candidates');
    expect(bench.trading.matchLost(INTENT, ONE)).toMatchObject({ outcome: 'refused' });
    await bench.clock.advance(61_000);
    expect(lost(bench).candidates).toEqual([ONE, TWO]);
    const posted = bench.exchange.posted.length;
    expect(bench.trading.matchLost(INTENT, TWO)).toEqual({ outcome: 'joined' });
    expect(lost(bench)).toMatchObject({ orderId: TWO, life: { at: 'resting' } });
    expect(lost(bench)).not.toHaveProperty('candidates');
    expect(
      lost(bench)
        .steps.map((step) => step.step)
        .slice(-2),
    ).toEqual(['resolved', 'accepted']);
    expect(bench.trading.view().orders.map((order) => order.orderId)).toEqual([TWO, ONE]);
    expect(bench.exchange.posted).toHaveLength(posted);
  });

  it('becomes absent when matched with none, also after a restart', async () => {
    const bench = await openTwins();
    expect(bench.trading.matchLost(INTENT, null)).toEqual({ outcome: 'absent' });
    expect(lost(bench).life).toEqual({ at: 'absent', reason: RULED_OUT_BY_PERSON });
    bench.trading.close();
    const again = bench.reopen();
    again.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.advance(60_000);
    const restored = again.view().orders.find((order) => order.intentId === INTENT);
    expect(restored).toMatchObject({ orderId: null, life: { at: 'absent', reason: RULED_OUT_BY_PERSON } });
    expect(restored?.steps.at(-1)).toMatchObject({ step: 'absent', detail: RULED_OUT_BY_PERSON });
    expect(again.matchLost(INTENT, ONE)).toMatchObject({ outcome: 'refused' });
  });

  it('stays joined after a restart', async () => {
    const bench = await openTwins();
    bench.trading.matchLost(INTENT, ONE);
    bench.trading.close();
    const again = bench.reopen();
    expect(again.view().orders).toMatchObject([{ intentId: INTENT, orderId: ONE, life: { at: 'resting' } }]);
  });

  it("stays joined when the program stops before the exchange's data is written", async () => {
    const bench = await openTwins();
    bench.trading.matchLost(INTENT, TWO);
    bench.trading.close();
    const at = bench.journal.findIndex((entry) => entry.kind === 'event' && entry.event.kind === 'resolved');
    bench.journal.splice(at + 1);
    const again = bench.reopen();
    again.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.advance(1_000);
    const restored = again.view().orders.find((order) => order.intentId === INTENT);
    expect(restored).toMatchObject({ orderId: TWO, life: { at: 'resting' } });
  });

  it('is matched with candidates only', async () => {
    const bench = await openTwins();
    bench.exchange.put(makeOrder('103', { createdAtMs: START_MS - 3_600_000 }));
    await bench.clock.advance(60_000);
    expect(bench.trading.matchLost(INTENT, parseOrderId('103'))).toMatchObject({ outcome: 'refused' });
    expect(bench.trading.matchLost(INTENT, parseOrderId('999'))).toMatchObject({ outcome: 'refused' });
    expect(bench.trading.matchLost(parseIntentId('nobody-knows'), null)).toMatchObject({ outcome: 'refused' });
    expect(lost(bench).life.at).toBe('unknown');
  });

  it('has no candidates after a failed read', async () => {
    const bench = await openTwins();
    bench.exchange.isDown = true;
    await bench.trading.reconcile();
    expect(lost(bench)).not.toHaveProperty('candidates');
    bench.exchange.isDown = false;
    await bench.trading.reconcile();
    expect(lost(bench).candidates).toHaveLength(2);
  });

  it('is not matched when the journal fails', async () => {
    const bench = await openTwins();
    bench.journal.push = () => {
      throw new Error('disk full');
    };
    expect(bench.trading.matchLost(INTENT, null)).toMatchObject({ outcome: 'refused' });
    expect(lost(bench).life.at).toBe('unknown');
    expect(bench.faults).toContain('journal');
  });

  it('can be made absent while only an unreadable order may be it', async () => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    const list = bench.exchange.listOrders;
    const one: UnreadableOrder = { id: null, market: null, createdAtMs: null, problem: PROBLEM };
    bench.exchange.listOrders = async (state) => ({ ...(await list(state)), unreadable: [one] });
    await bench.clock.advance(ABSENT_AFTER_MS + 60_000);
    expect(lost(bench).candidates).toEqual([]);
    expect(bench.trading.matchLost(INTENT, null)).toMatchObject({ outcome: 'absent' });
  });

  it('has its candidates listed however many orders are closed', async () => {
    const bench = await openTwins();
    for (const id of [ONE, TWO]) bench.exchange.put(fill(bench.exchange.orders.get(id)!, bench.clock));
    for (let at = 0; at < 250; at += 1) {
      bench.exchange.put(makeOrder(`9${at}`, { state: 'cancel', createdAtMs: bench.clock.exchangeTimeMs() }));
    }
    await bench.clock.advance(60_000);
    expect(lost(bench).candidates).toEqual([ONE, TWO]);
    const shown = new Set(bench.trading.view().orders.map((order) => order.orderId));
    expect([shown.has(ONE), shown.has(TWO)]).toEqual([true, true]);
  });
});

describe('a list that a bound ended', () => {
  const PARTIAL = { bound: 'rows', limit: 20_000, rows: 20_000 } as const;

  it.each(['wait', 'done'])('of orders in state %s proves no absence', async (partialState) => {
    const bench = await openLost(false);
    bench.exchange.isDown = false;
    const { listOrders } = bench.exchange;
    bench.exchange.listOrders = async (state) => ({
      ...(await listOrders(state)),
      partial: state === partialState ? PARTIAL : null,
    });
    await bench.clock.advance(ABSENT_AFTER_MS * 2);
    expect(lives(bench)).toEqual(['unknown']);
    bench.exchange.listOrders = listOrders;
    await bench.clock.advance(120_000);
    expect(lives(bench)).toEqual(['absent']);
  });

  it('of open orders makes the account stale, and cancel all says that orders may be left', async () => {
    const bench = openTradingBench();
    await bench.open();
    const { listOrders } = bench.exchange;
    bench.exchange.listOrders = async (state) => ({ ...(await listOrders(state)), partial: PARTIAL });
    await bench.trading.reconcile();
    expect(bench.trading.view()).toMatchObject({ at: 'stale', reason: { code: 'readFailed' } });
    const cancelling = bench.trading.cancelAll(ALL_ORDERS);
    await bench.clock.advance(60_000);
    expect(await cancelling).toMatchObject({ isListed: false });
  });

  it('of positions removes none', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.exchange.listPositions = async () => ({ ...listingOf([]), partial: PARTIAL });
    await bench.trading.reconcile();
    expect(bench.trading.view()).toMatchObject({ at: 'stale', positions: [{ quantity: 50_000_000 }] });
  });
});
