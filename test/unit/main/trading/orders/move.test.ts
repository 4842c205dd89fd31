import { describe, expect, it } from 'vitest';
import { PROOF_TIMEOUT_MS } from '#main/trading/orders/move.ts';
import type { MoveReceipt } from '#shared/order/exits/progress.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { makeBalance, makeOrder, makePosition, TIMED_OUT } from '#test/slice/makers.ts';
import { openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

const SEVEN = parseOrderId('7');

async function openArmed(order = makeOrder('7', { price: parsePrice('0.40'), locked: parseUsd('40.48') })) {
  const bench = openTradingBench();
  bench.exchange.put(order);
  await bench.open();
  bench.trading.setArmed(true);
  return bench;
}

function move({ trading }: TradingBench, price = '0.45', moveId = 'move-0001'): Promise<MoveReceipt> {
  return trading.move({
    moveId: parseIntentId(moveId),
    orderId: SEVEN,
    price: parsePrice(price),
    bookVersion: null,
  });
}

const posted = ({ exchange }: TradingBench) => exchange.posted.map(({ intent }) => [intent.price, intent.shares]);
const rest = [parsePrice('0.45'), parseShares('100')];

describe('moving an order', () => {
  it('cancels it and places the same shares at the new price, once for a repeated request', async () => {
    const bench = await openArmed();
    const receipts = [move(bench), move(bench)];
    await bench.clock.advance(5_000);
    expect(await receipts[0]).toMatchObject({ outcome: 'ended', result: { code: 'moved' } });
    expect(await receipts[1]).toEqual(await receipts[0]);
    expect(posted(bench)).toEqual([rest]);
    const calls = bench.exchange.calls.filter((call) => call === 'cancel 7' || call === 'post');
    expect(calls).toEqual(['cancel 7', 'post']);
    expect(bench.trading.view().exits).toMatchObject([{ kind: 'move', state: { at: 'ended' } }]);
  });

  it('cancels nothing when the new order would be refused', async () => {
    const bench = await openArmed();
    expect(await move(bench, '0.455')).toMatchObject({ outcome: 'denied', denials: [{ code: 'badPrice' }] });
    bench.trading.setArmed(false);
    expect(await move(bench, '0.45', 'move-0002')).toMatchObject({
      outcome: 'denied',
      denials: [{ code: 'disarmed' }],
    });
    expect(bench.exchange.calls).not.toContain('cancel 7');
    expect(bench.trading.view().orders).toMatchObject([{ life: { at: 'resting' } }]);
  });

  it('checks the new order as if what the old one locks were free', async () => {
    const bench = await openArmed();
    bench.exchange.balances = [makeBalance('6')];
    await bench.trading.reconcile();
    const receipt = move(bench);
    bench.exchange.answerCancel = async (_id, drop) => {
      drop();
      bench.exchange.balances = [makeBalance('46.48')];
      return { kind: 'cancelled' };
    };
    await bench.clock.advance(5_000);
    expect(await receipt).toMatchObject({ outcome: 'ended', result: { code: 'moved' } });
    expect(posted(bench)).toEqual([rest]);
  });

  it('frees the shares of a sale for the check, and never more than are held', async () => {
    const sale = makeOrder('7', { direction: 'sell', price: parsePrice('0.70'), originShares: parseShares('50') });
    const bench = await openArmed(sale);
    bench.exchange.positions = [makePosition('50', { sellable: parseShares('0'), locked: parseShares('50') })];
    await bench.trading.reconcile();
    const receipt = move(bench, '0.65');
    bench.exchange.positions = [makePosition('50')];
    await bench.clock.advance(5_000);
    expect(await receipt).toMatchObject({ result: { code: 'moved', parameters: { shares: parseShares('50') } } });
  });

  it('places only what is left when it fills during the cancel', async () => {
    const bench = await openArmed();
    bench.exchange.answerCancel = async (id) => {
      const order = bench.exchange.orders.get(id)!;
      const filledShares = parseShares('30');
      const remainingShares = parseShares('70');
      const updatedAtMs = bench.clock.exchangeTimeMs();
      bench.exchange.put({ ...order, state: 'cancel', filledShares, remainingShares, updatedAtMs });
      return { kind: 'triggered' };
    };
    const receipt = move(bench);
    await bench.clock.advance(5_000);
    expect(await receipt).toMatchObject({
      result: { code: 'moved', parameters: { shares: parseShares('70'), filledMeanwhile: parseShares('30') } },
    });
    expect(posted(bench)).toEqual([[parsePrice('0.45'), parseShares('70')]]);
  });

  it('places nothing while the cancel is not proved, and places when the proof arrives', async () => {
    const bench = await openArmed();
    bench.exchange.answerCancel = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    const receipt = move(bench);
    await bench.clock.advance(8_000);
    expect(posted(bench)).toEqual([]);
    expect(bench.trading.view().exits).toMatchObject([{ state: { at: 'proving' } }]);
    const order = bench.exchange.orders.get('7')!;
    const cancelled = { ...order, state: 'cancel' as const, updatedAtMs: bench.clock.exchangeTimeMs() };
    bench.exchange.put(cancelled);
    bench.trading.applyPrivateEvent({ kind: 'order', order: cancelled, receivedAtMs: bench.clock.now() });
    await bench.clock.advance(1_000);
    expect(await receipt).toMatchObject({ result: { code: 'moved' } });
    expect(posted(bench)).toEqual([rest]);
  });

  it('ends without a new order when no proof arrives, and a late one places nothing', async () => {
    const bench = await openArmed();
    bench.exchange.answerCancel = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    const receipt = move(bench);
    await bench.clock.advance(PROOF_TIMEOUT_MS);
    expect(await receipt).toMatchObject({ outcome: 'ended', result: { code: 'cancelNotProved' } });
    bench.exchange.put({ ...bench.exchange.orders.get('7')!, state: 'cancel', updatedAtMs: bench.clock.now() });
    await bench.clock.advance(60_000);
    expect(bench.trading.view().orders).toMatchObject([{ life: { at: 'cancelled' } }]);
    expect(posted(bench)).toEqual([]);
  });

  it('is stopped by a cancel of the order, and by a cancel of all orders', async () => {
    for (const stop of [
      (bench: TradingBench) => bench.trading.cancel(SEVEN),
      (bench: TradingBench) => bench.trading.cancelAll(ALL_ORDERS),
    ]) {
      const bench = await openArmed();
      const receipt = move(bench);
      await bench.clock.settle();
      const stopping = stop(bench);
      await bench.clock.advance(30_000);
      await stopping;
      expect(await receipt).toMatchObject({ result: { code: 'stopped', parameters: { by: 'cancelled' } } });
      expect(posted(bench)).toEqual([]);
    }
  });

  it('discards the new order when it is stopped between cancel and signature', async () => {
    const bench = await openArmed();
    let answer = (): void => {};
    const { fetchMarketWallet } = bench.exchange;
    const receipt = move(bench);
    await bench.clock.settle();
    // The wallet record is read again, as after a change of the configuration.
    bench.trading.dropWalletRecords();
    bench.exchange.fetchMarketWallet = (market) =>
      new Promise((resolve) => {
        answer = () => resolve(fetchMarketWallet(market));
      });
    await bench.clock.advance(1_000);
    expect(bench.trading.view().exits).toMatchObject([{ state: { at: 'placing' } }]);
    bench.trading.stopExits('panic');
    answer();
    await bench.clock.advance(1_000);
    expect(await receipt).toMatchObject({ result: { code: 'newRefused' } });
    expect(posted(bench)).toEqual([]);
  });

  it('refuses orders that do not rest, are unknown, rest at the price already or are being moved', async () => {
    const bench = await openArmed();
    expect(await move(bench, '0.40')).toEqual({ outcome: 'refused', reason: 'samePrice' });
    const unknown = bench.trading.move({
      moveId: parseIntentId('move-0003'),
      orderId: parseOrderId('99'),
      price: parsePrice('0.45'),
      bookVersion: null,
    });
    expect(await unknown).toEqual({ outcome: 'refused', reason: 'unknownOrder' });
    const first = move(bench, '0.45', 'move-0004');
    expect(await move(bench, '0.46', 'move-0005')).toEqual({ outcome: 'refused', reason: 'alreadyMoving' });
    await bench.clock.advance(5_000);
    await first;
    expect(await move(bench, '0.46', 'move-0006')).toEqual({ outcome: 'refused', reason: 'notResting' });
  });
});
