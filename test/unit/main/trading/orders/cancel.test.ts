import { describe, expect, it } from 'vitest';
import { ALL_ORDERS, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { MARKET, makeIntent, makeOrder, OTHER_MARKET, PROBLEM, TIMED_OUT } from '#test/slice/makers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

async function openResting(): Promise<TradingBench> {
  const bench = openTradingBench();
  bench.exchange.put(makeOrder('7'));
  bench.exchange.put(makeOrder('8', { market: OTHER_MARKET }));
  await bench.open();
  return bench;
}

const SEVEN = parseOrderId('7');
const LISTED = { hasUnreadable: false, isListed: true, tookMs: expect.any(Number) };

describe('cancelling', () => {
  it("is cancelled only once the order's own state is cancelled", async () => {
    const { trading, exchange, clock } = await openResting();
    const cancelling = trading.cancel(SEVEN);
    await clock.settle();
    expect(trading.view().orders.find((order) => order.orderId === '7')?.life.at).toBe('cancelling');
    await clock.advance(250);
    expect(await cancelling).toEqual({ outcome: 'cancelled' });
    expect(exchange.calls).toContain('fetch 7');
  });

  it('needs no read when the stream confirms first', async () => {
    const { trading, exchange, clock } = await openResting();
    const cancelling = trading.cancel(SEVEN);
    await clock.settle();
    const order = { ...exchange.orders.get('7')!, updatedAtMs: clock.now() + 1 };
    trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: clock.now() });
    expect(await cancelling).toEqual({ outcome: 'cancelled' });
    expect(exchange.calls).not.toContain('fetch 7');
  });

  it('is triggered when the exchange accepts it and still lists the order', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.answerCancel = async () => ({ kind: 'triggered' });
    const cancelling = trading.cancel(SEVEN);
    await clock.advance(5_000);
    expect((await cancelling).outcome).toBe('triggered');
    expect(trading.view().orders.find((order) => order.orderId === '7')?.life.at).toBe('cancelling');
  });

  it('is gone when the order filled first', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.answerCancel = async () => {
      exchange.put(fill({ ...makeOrder('7') }, clock));
      return { kind: 'rejected', codes: ['market.order.invalid_state'] };
    };
    const cancelling = trading.cancel(SEVEN);
    await clock.advance(250);
    expect(await cancelling).toEqual({ outcome: 'gone', isFilled: true });
    expect(await trading.cancel(SEVEN)).toEqual({ outcome: 'gone', isFilled: true });
    expect(exchange.calls.filter((call) => call === 'cancel 7')).toHaveLength(1);
  });

  it('leaves the order resting, with the reason, after a refusal or no answer', async () => {
    for (const [answer, reason] of [
      [
        async () => ({ kind: 'rejected', codes: ['market.order.cancel_error'] }) as const,
        { code: 'cancelRefused', parameters: { codes: ['market.order.cancel_error'] } },
      ],
      [
        async () => ({ kind: 'unknown', cause: TIMED_OUT }) as const,
        { code: 'cancelUnanswered', parameters: { cause: TIMED_OUT } },
      ],
      [
        () => Promise.reject(new Error('socket hang up')),
        { code: 'cancelUnanswered', parameters: { cause: { code: 'other', parameters: {} } } },
      ],
    ] as const) {
      const { trading, exchange, clock } = await openResting();
      exchange.answerCancel = answer;
      const cancelling = trading.cancel(SEVEN);
      await clock.advance(5_000);
      expect(await cancelling).toEqual({ outcome: 'unknown', reason });
      expect(trading.view().orders.find((order) => order.orderId === '7')?.life.at).toBe('resting');
    }
  });

  it('confirms a cancel whose answer was lost', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.answerCancel = async (_id, drop) => {
      drop();
      return { kind: 'unknown', cause: TIMED_OUT };
    };
    const cancelling = trading.cancel(SEVEN);
    await clock.advance(250);
    expect((await cancelling).outcome).toBe('cancelled');
  });

  it('sends one request for two clicks on the same order', async () => {
    const { trading, exchange, clock } = await openResting();
    const both = Promise.all([trading.cancel(SEVEN), trading.cancel(SEVEN)]);
    await clock.advance(250);
    await both;
    expect(exchange.calls.filter((call) => call === 'cancel 7')).toHaveLength(1);
  });
});

describe('cancelling all', () => {
  it('confirms each order and counts them', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.put(makeOrder('9', { createdAtMs: clock.now() }));
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(1_000);
    expect(await all).toEqual({ asked: 3, confirmed: 3, filled: 0, unknown: [], ...LISTED });
    expect([...exchange.orders.values()].every((order) => order.state === 'cancel')).toBe(true);
  });

  it('does not cancel orders of other markets', async () => {
    const { trading, exchange, clock } = await openResting();
    const all = trading.cancelAll(ordersOfMarket(MARKET));
    await clock.advance(1_000);
    expect(await all).toEqual({ asked: 1, confirmed: 1, filled: 0, unknown: [], ...LISTED });
    expect(exchange.orders.get('8')?.state).toBe('wait');
  });

  it('lists what is not confirmed: orders that still rest, and orders whose answer was lost', async () => {
    const { trading, exchange, clock } = await openResting();
    trading.setArmed(true);
    exchange.answerPost = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    await trading.place(makeIntent({ intentId: parseIntentId('lost-intent') }));
    exchange.answerCancel = async (id, drop) => {
      if (id !== '7') drop();
      return { kind: 'triggered' };
    };
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(10_000);
    expect(await all).toEqual({ asked: 2, confirmed: 1, filled: 0, unknown: ['7', 'lost-intent'], ...LISTED });
  });

  it('counts orders that filled first apart', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.answerCancel = async (id, drop) => {
      if (id === '7') exchange.put(fill({ ...makeOrder('7') }, clock));
      else drop();
      return id === '7' ? { kind: 'rejected', codes: ['market.order.invalid_state'] } : { kind: 'cancelled' };
    };
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(10_000);
    expect(await all).toEqual({ asked: 2, confirmed: 2, filled: 1, unknown: [], ...LISTED });
  });

  it('cancels an order that was in flight at the request, as soon as it has an id', async () => {
    const { trading, exchange, clock } = await openResting();
    trading.setArmed(true);
    exchange.answerPost = (_placement, rest) =>
      new Promise((resolve) => clock.schedule(600, () => resolve({ kind: 'accepted', order: rest() })));
    const placing = trading.place(makeIntent());
    await clock.settle();
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(10_000);
    expect((await placing).outcome).toBe('accepted');
    expect(await all).toEqual({ asked: 3, confirmed: 3, filled: 0, unknown: [], ...LISTED });
    expect([...exchange.orders.values()].every((order) => order.state === 'cancel')).toBe(true);
  });

  it('cancels an order whose id only its own answer gives', async () => {
    const { trading, exchange, clock } = await openResting();
    trading.setArmed(true);
    exchange.answerPost = (_placement, rest) =>
      new Promise((resolve) => clock.schedule(200, () => resolve({ kind: 'accepted', order: rest() })));
    const placing = trading.place(makeIntent());
    await clock.settle();
    // The lists are older than the order that the answer names.
    const served = [...exchange.orders.values()];
    exchange.listOrders = async (state) => ({
      orders: served.map((order) => exchange.orders.get(order.id)!).filter((order) => order.state === state),
      unreadable: [],
      partial: null,
    });
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(10_000);
    await placing;
    expect(await all).toEqual({ asked: 3, confirmed: 3, filled: 0, unknown: [], ...LISTED });
  });

  it('does not cancel an order that was placed after the request', async () => {
    const { trading, exchange, clock } = await openResting();
    trading.setArmed(true);
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(100);
    expect((await trading.place(makeIntent())).outcome).toBe('accepted');
    await clock.advance(10_000);
    expect(await all).toEqual({ asked: 2, confirmed: 2, filled: 0, unknown: [], ...LISTED });
    expect(exchange.orders.get('101')?.state).toBe('wait');
  });

  it('reports that orders of other clients could not be listed', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.listOrders = () => Promise.reject(new Error('down'));
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(1_000);
    expect(await all).toEqual({
      asked: 2,
      confirmed: 2,
      filled: 0,
      unknown: [],
      hasUnreadable: false,
      isListed: false,
      tookMs: expect.any(Number),
    });
  });

  it('cancels an unreadable order, and reports it as not confirmed', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.put(makeOrder('9'));
    exchange.unreadable.set('9', { id: parseOrderId('9'), market: null, createdAtMs: null, problem: PROBLEM });
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(20_000);
    expect(await all).toEqual({ asked: 3, confirmed: 2, filled: 0, unknown: ['9'], ...LISTED });
    expect(exchange.orders.get('9')?.state).toBe('cancel');
  });

  it('does not cancel an unreadable order of an unknown market, and reports it', async () => {
    const { trading, exchange, clock } = await openResting();
    exchange.put(makeOrder('9'));
    exchange.unreadable.set('9', { id: parseOrderId('9'), market: null, createdAtMs: null, problem: PROBLEM });
    const all = trading.cancelAll(ordersOfMarket(MARKET));
    await clock.advance(20_000);
    expect((await all).unknown).toEqual(['9']);
    expect(exchange.orders.get('9')?.state).toBe('wait');
  });
});

describe('cancelling hundreds of orders', () => {
  async function openMany(count: number): Promise<TradingBench & { readonly sent: string[]; most(): number }> {
    const bench = openTradingBench();
    for (let id = 1_000; id < 1_000 + count; id += 1) bench.exchange.put(makeOrder(String(id)));
    await bench.open();
    const sent: string[] = [];
    let [open, most] = [0, 0];
    const { cancelOrder } = bench.exchange;
    bench.exchange.cancelOrder = async (id) => {
      sent.push(id);
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => void bench.clock.schedule(100, resolve));
      open -= 1;
      const outcome = await cancelOrder.call(bench.exchange, id);
      const order = { ...bench.exchange.orders.get(id)!, updatedAtMs: bench.clock.now() + 1 };
      bench.trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: bench.clock.now() });
      return outcome;
    };
    return { ...bench, sent, most: () => most };
  }

  it('keeps 32 of them in flight', async () => {
    const { trading, clock, sent, most } = await openMany(320);
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(2_000);
    expect(await all).toMatchObject({ asked: 320, confirmed: 320, unknown: [] });
    expect(most()).toBe(32);
    expect(sent).toHaveLength(320);
  });

  it('says how many of how many have ended, together with another one that runs, and nothing once all are over', async () => {
    const { trading, clock } = await openMany(320);
    expect(trading.view().cancelling).toBeUndefined();
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.settle();
    expect(trading.view().cancelling).toEqual({ asked: 320, ended: 0 });
    await clock.advance(110);
    expect(trading.view().cancelling).toEqual({ asked: 320, ended: 32 });
    const again = trading.cancelAll(ALL_ORDERS);
    await clock.advance(100);
    expect(trading.view().cancelling).toEqual({ asked: 320, ended: 64 });
    await clock.advance(3_000);
    await Promise.all([all, again]);
    expect(trading.view().cancelling).toBeUndefined();
  });

  it('counts no order as ended that only answered', async () => {
    const { trading, exchange, clock } = await openMany(40);
    exchange.cancelOrder = async () => ({ kind: 'triggered' });
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(200);
    expect(trading.view().cancelling).toEqual({ asked: 40, ended: 0 });
    await clock.advance(30_000);
    expect((await all).unknown).toHaveLength(40);
  });

  it('stops at a 429, waits, and then cancels the rest', async () => {
    const { trading, exchange, clock, sent } = await openMany(100);
    let refusals = 0;
    exchange.answerCancel = async (_id, drop) => {
      // The exchange refuses all of the second round, once.
      if (sent.length > 32 && refusals < 32) {
        refusals += 1;
        return { kind: 'rejected', codes: ['rate_limited'], retryAfterMs: 0 };
      }
      drop();
      return { kind: 'cancelled' };
    };
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(900);
    const whenStopped = sent.length;
    expect(whenStopped).toBeLessThan(100);
    await clock.advance(20_000);
    expect(await all).toMatchObject({ asked: 100, confirmed: 100, unknown: [] });
    expect(sent.length).toBeGreaterThan(100);
  });

  it('sends nothing more when the exchange asks for a longer wait, and says which orders may rest', async () => {
    const { trading, exchange, clock, sent } = await openMany(100);
    exchange.answerCancel = async () => ({ kind: 'rejected', codes: ['rate_limited'], retryAfterMs: 60_000 });
    const all = trading.cancelAll(ALL_ORDERS);
    await clock.advance(120_000);
    const receipt = await all;
    expect(receipt.confirmed).toBe(0);
    expect(receipt.unknown).toHaveLength(100);
    expect(sent).toHaveLength(32);
  });
});
