import { describe, expect, it } from 'vitest';
import type { Direction, Side } from '#shared/market/outcome.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { MARKET, makeFill, makeIntent, makeOrder, OTHER_MARKET } from '#test/slice/makers.ts';
import { fill, openTradingBench, REOPEN_MS, type TradingBench } from '#test/slice/tradingBench.ts';

const SEVEN = parseOrderId('7');

/** An account with one resting order, live, on a stream that reports nothing of its own. */
async function openResting(change: Parameters<typeof makeOrder>[1] = {}): Promise<TradingBench> {
  const bench = openTradingBench();
  bench.exchange.put(makeOrder('7', change));
  await bench.open();
  expect(bench.trading.view()).toMatchObject({ at: 'live', orders: [{ orderId: '7' }] });
  return bench;
}

/** Fills order 7 on the exchange, with its contract and balance; the stream stays silent. */
function fillSilently({ exchange, clock }: TradingBench): void {
  exchange.put(fill(exchange.orders.get('7')!, clock));
  exchange.fills = [makeFill('1')];
}

const listReads = (bench: TradingBench): number => bench.exchange.calls.filter((call) => call === 'list wait').length;

describe('a silent private stream', () => {
  it('hides a fill for less than three seconds, and makes the account unconfirmed until it is opened anew', async () => {
    const bench = await openResting();
    await bench.clock.advance(20_000);
    fillSilently(bench);
    await bench.clock.advance(2_000);
    expect(bench.trading.view().orders[0]?.life.at).toBe('done');
    expect(bench.trading.view().fills).toHaveLength(1);
    expect(bench.trading.view()).toMatchObject({
      at: 'unconfirmed',
      reason: { code: 'streamBehind', parameters: { orderId: '7' } },
    });
    expect(bench.exchange.calls).toContain('reopen');
    await bench.clock.advance(REOPEN_MS);
    expect(bench.trading.view()).toMatchObject({ at: 'live', reason: null });
  });

  it('is noticed when it does not report a placement of ours', async () => {
    const bench = openTradingBench();
    await bench.open();
    bench.trading.setArmed(true);
    await bench.trading.place(makeIntent());
    await bench.clock.advance(1_999);
    expect(bench.trading.view().at).toBe('live');
    await bench.clock.advance(1);
    expect(bench.trading.view()).toMatchObject({
      at: 'unconfirmed',
      reason: { code: 'actNotReported', parameters: { act: 'place' } },
    });
  });

  it('is noticed when it does not report a cancel of ours', async () => {
    const bench = await openResting();
    const cancelling = bench.trading.cancel(SEVEN);
    await bench.clock.advance(1_500);
    expect((await cancelling).outcome).toBe('cancelled');
    expect(bench.trading.view()).toMatchObject({ at: 'unconfirmed' });
  });

  it('is not blamed for a cancel that the exchange carries out late', async () => {
    const bench = await openResting();
    bench.exchange.answerCancel = async () => ({ kind: 'cancelled' });
    const cancelling = bench.trading.cancel(SEVEN);
    await bench.clock.advance(5_000);
    await cancelling;
    expect(bench.trading.view().at).toBe('live');
    expect(bench.exchange.calls).not.toContain('reopen');
  });

  it('is believed after a second failure once reads ten seconds apart agree with its silence, and then after twenty', async () => {
    const bench = await openResting();
    const { clock, exchange, trading } = bench;
    exchange.put(makeOrder('8'));
    exchange.put(makeOrder('9'));
    fillSilently(bench);
    await clock.advance(6_000);
    expect(trading.view().at).toBe('live');
    const unconfirmedMs = async (id: string): Promise<number> => {
      exchange.put(fill(exchange.orders.get(id)!, clock));
      await clock.advance(3_000);
      expect(trading.view().at).toBe('unconfirmed');
      const sinceMs = clock.now();
      while (trading.view().at !== 'live' && clock.now() - sinceMs < 180_000) await clock.advance(500);
      return clock.now() - sinceMs;
    };
    const second = await unconfirmedMs('8');
    expect(second).toBeGreaterThan(9_000);
    expect(second).toBeLessThan(15_000);
    const third = await unconfirmedMs('9');
    expect(third).toBeGreaterThan(18_000);
    expect(third).toBeLessThan(25_000);
  });

  it('stays unconfirmed while a read shows what it did not report', async () => {
    const bench = await openResting();
    const { clock, exchange, trading } = bench;
    for (const id of ['8', '9', '10', '11']) exchange.put(makeOrder(id));
    fillSilently(bench);
    await clock.advance(6_000);
    for (const id of ['8', '9', '10', '11']) {
      exchange.put(fill(exchange.orders.get(id)!, clock));
      await clock.advance(8_000);
      expect(trading.view().at, id).toBe('unconfirmed');
    }
  });

  it('stays unconfirmed while the complete reads fail', async () => {
    const bench = await openResting();
    const { clock, exchange, trading } = bench;
    exchange.put(makeOrder('8'));
    fillSilently(bench);
    await clock.advance(6_000);
    exchange.put(fill(exchange.orders.get('8')!, clock));
    await clock.advance(5_000);
    exchange.isDown = true;
    await clock.advance(120_000);
    expect(trading.view().at).toBe('unconfirmed');
    exchange.isDown = false;
    await clock.advance(120_000);
    expect(trading.view().at).toBe('live');
  });

  it('is believed at its first event after any number of failures', async () => {
    const bench = await openResting();
    bench.exchange.put(makeOrder('8'));
    fillSilently(bench);
    await bench.clock.advance(6_000);
    expect(bench.trading.view().at).toBe('live');
    bench.exchange.put(fill(bench.exchange.orders.get('8')!, bench.clock));
    await bench.clock.advance(6_000);
    expect(bench.trading.view().at).toBe('unconfirmed');
    const order = makeOrder('9', { state: 'cancel' });
    bench.trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: bench.clock.now() });
    expect(bench.trading.view().at).toBe('live');
  });
});

it('says within three seconds that the account is unconfirmed when the reads fail too', async () => {
  const bench = await openResting();
  await bench.clock.advance(20_000);
  const downAtMs = bench.clock.now();
  bench.exchange.isDown = true;
  fillSilently(bench);
  await bench.clock.advance(3_000);
  const { at, reason } = bench.trading.view();
  expect([at, reason?.code]).toEqual(['unconfirmed', 'readOverdue']);
  const { sinceMs } = (reason as Extract<typeof reason, { readonly code: 'readOverdue' }>).parameters;
  expect(sinceMs).toBeGreaterThan(downAtMs - 1_500);
  expect(sinceMs).toBeLessThanOrEqual(downAtMs);
  bench.exchange.isDown = false;
  await bench.clock.advance(10_000);
  expect(bench.trading.view()).toMatchObject({ at: 'live', orders: [{ life: { at: 'done' } }] });
});

describe('a stream that reports everything', () => {
  it('is never doubted, and nothing is read twice for it', async () => {
    const bench = await openResting();
    const { clock, exchange, trading } = bench;
    const next = fill(exchange.orders.get('7')!, clock);
    exchange.put(next);
    exchange.fills = [makeFill('1')];
    trading.applyPrivateEvent({ kind: 'order', order: next, receivedAtMs: clock.now() });
    trading.applyPrivateEvent({ kind: 'fill', fill: makeFill('1'), receivedAtMs: clock.now() });
    const before = listReads(bench);
    await clock.advance(25_000);
    expect(trading.view().at).toBe('live');
    expect(exchange.calls).not.toContain('reopen');
    expect(listReads(bench)).toBe(before);
  });

  it('may report what a read shows up to a second later', async () => {
    const bench = await openResting();
    fillSilently(bench);
    await bench.clock.advance(2_000);
    const order = bench.exchange.orders.get('7')!;
    bench.trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: bench.clock.now() });
    bench.trading.applyPrivateEvent({ kind: 'fill', fill: makeFill('1'), receivedAtMs: bench.clock.now() });
    await bench.clock.advance(20_000);
    expect(bench.trading.view().at).toBe('live');
    expect(bench.exchange.calls).not.toContain('reopen');
  });
});

describe('a public trade', () => {
  it.each<[Side, Direction, string, boolean]>([
    ['yes', 'buy', '0.61', true],
    ['yes', 'buy', '0.60', true],
    ['yes', 'buy', '0.62', false],
    ['yes', 'sell', '0.61', true],
    ['yes', 'sell', '0.60', false],
    ['no', 'buy', '0.39', true],
    ['no', 'buy', '0.38', false],
    ['no', 'sell', '0.39', true],
    ['no', 'sell', '0.40', false],
  ])(
    'against our order to %s %s at 0.61: one at %s reads the account at once: %s',
    async (side, direction, price, isReached) => {
      const bench = await openResting({ side, direction });
      await bench.clock.advance(1_000);
      const before = listReads(bench);
      bench.trading.notePublicTrades(MARKET, [{ price: parsePrice(price) }]);
      await bench.clock.settle();
      expect(listReads(bench) - before).toBe(isReached ? 1 : 0);
    },
  );

  it('in another market reads nothing', async () => {
    const bench = await openResting();
    await bench.clock.advance(1_000);
    const before = listReads(bench);
    bench.trading.notePublicTrades(OTHER_MARKET, [{ price: parsePrice('0.61') }]);
    await bench.clock.settle();
    expect(listReads(bench)).toBe(before);
  });
});

it('reads for an hour with a resting order within forty reads a minute, and without any use of the orders’ budget', async () => {
  const bench = await openResting();
  bench.exchange.calls.length = 0;
  await bench.clock.advance(3_600_000);
  expect(bench.trading.view().at).toBe('live');
  const { calls } = bench.exchange;
  expect(listReads(bench)).toBeGreaterThanOrEqual(1_800);
  // One read of the open orders every 1.5 s, and six reads of everything every 30 s.
  expect(calls.length).toBeLessThanOrEqual(2_400 + 6 * 121);
  expect(calls.filter((call) => call === 'post')).toEqual([]);
});

it('reads only every thirty seconds while no order can change', async () => {
  const bench = openTradingBench();
  await bench.open();
  bench.exchange.calls.length = 0;
  await bench.clock.advance(300_000);
  expect(listReads(bench)).toBe(10);
});
