import { describe, expect, it } from 'vitest';
import { FLATTEN_TIMEOUT_MS, REQUOTE_MS } from '#main/trading/exits/flattenLeg.ts';
import type { FlattenView, LegRequest } from '#shared/order/exits/progress.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { MARKET, makeOrder, makePosition, TIMED_OUT } from '#test/slice/makers.ts';
import { fill, openTradingBench, type TradingBench } from '#test/slice/tradingBench.ts';

const LEG: LegRequest = {
  market: MARKET,
  side: 'yes',
  route: 'sell',
  worst: parsePrice('0.55'),
  shares: parseShares('1000'),
  isBookConfirmed: false,
};

async function openHeld(): Promise<TradingBench> {
  const bench = openTradingBench();
  await bench.open();
  return bench;
}

function start({ trading }: TradingBench, change: Partial<LegRequest> = {}, cancelsOrders = true): void {
  trading.flatten({ flattenId: parseIntentId('flatten-0001'), legs: [{ ...LEG, ...change }], cancelsOrders });
}

const viewOf = ({ trading }: TradingBench) =>
  (trading.view().exits ?? []).filter((one): one is FlattenView => one.kind === 'flatten').at(-1)!;
const legOf = (bench: TradingBench) => viewOf(bench).legs[0]!;
const posted = ({ exchange }: TradingBench) =>
  exchange.posted.map(({ intent: { side, direction, price, shares } }) => [side, direction, price, shares]);
const sale = (price: string, shares: string) => ['yes', 'sell', parsePrice(price), parseShares(shares)];

/** The order fills, and the account shows what is left. */
function take(bench: TradingBench, id: string, left: string): void {
  const order = bench.exchange.put(fill(bench.exchange.orders.get(id)!, bench.clock));
  bench.exchange.positions = [makePosition(left)];
  bench.trading.applyPrivateEvent({ kind: 'order', order, receivedAtMs: bench.clock.now() });
}

describe('a leg of a flatten', () => {
  it('sells at the price that the depth needs, which is better than the worst price', async () => {
    const bench = await openHeld();
    start(bench);
    await bench.clock.advance(100);
    expect(posted(bench)).toEqual([sale('0.60', '50')]);
    take(bench, '101', '0');
    await bench.clock.advance(1_000);
    expect(legOf(bench)).toMatchObject({ at: 'ended', left: null, exited: parseShares('50') });
    expect(viewOf(bench).endedAtMs).not.toBeNull();
  });

  it('exits no more than was asked for, and says what more is held', async () => {
    const bench = await openHeld();
    start(bench, { shares: parseShares('20') });
    await bench.clock.advance(100);
    expect(posted(bench)).toEqual([sale('0.60', '20')]);
    take(bench, '101', '30');
    await bench.clock.advance(1_000);
    expect(posted(bench)).toHaveLength(1);
    expect(legOf(bench)).toMatchObject({
      at: 'ended',
      toExit: parseShares('20'),
      exited: parseShares('20'),
      left: { code: 'moreHeld', parameters: { shares: parseShares('30') } },
    });
  });

  it('quotes again where the book is now, within the worst price, after the end of its order is proved', async () => {
    const bench = await openHeld();
    start(bench);
    await bench.clock.advance(100);
    const bids = (price: string) => ({
      health: { at: 'live' as const },
      bids: [parsePrice(price), 1_000_000_000],
      asks: [],
    });
    bench.context.depth = () => bids('0.58');
    await bench.clock.advance(REQUOTE_MS + 5_000);
    expect(posted(bench)).toEqual([sale('0.60', '50'), sale('0.58', '50')]);
    bench.context.depth = () => bids('0.50');
    await bench.clock.advance(REQUOTE_MS + 5_000);
    expect(posted(bench).at(-1)).toEqual(sale('0.55', '50'));
    expect([...bench.exchange.orders.values()].filter(({ state }) => state === 'wait')).toHaveLength(1);
  });

  it('ends with what is left when nobody takes it in time, and leaves no order', async () => {
    const bench = await openHeld();
    bench.context.depth = () => ({ health: { at: 'live' }, bids: [], asks: [] });
    start(bench);
    await bench.clock.advance(FLATTEN_TIMEOUT_MS + 5_000);
    expect(legOf(bench)).toMatchObject({ at: 'ended', exited: 0, left: { code: 'noTakers' } });
    expect([...bench.exchange.orders.values()].filter(({ state }) => state === 'wait')).toEqual([]);
  });

  it('cancels nothing when its order would be refused', async () => {
    const bench = await openHeld();
    bench.exchange.put(makeOrder('7', { price: parsePrice('0.40') }));
    await bench.trading.reconcile();
    bench.context.depth = () => ({ health: { at: 'waiting' }, bids: [], asks: [] });
    bench.context.book = () => ({
      health: { at: 'waiting' },
      bids: [],
      asks: [],
      lastPrice: null,
      bestBid: null,
      bestAsk: null,
    });
    start(bench);
    await bench.clock.advance(1_000);
    expect(legOf(bench)).toMatchObject({
      left: { code: 'denied', parameters: { denials: [{ code: 'priceNotTyped' }] } },
    });
    expect(bench.exchange.calls).not.toContain('cancel 7');
    expect(posted(bench)).toEqual([]);
  });

  it('places nothing while the cancel of a resting order is not proved', async () => {
    const bench = await openHeld();
    bench.exchange.put(makeOrder('7', { direction: 'sell', price: parsePrice('0.90') }));
    await bench.trading.reconcile();
    bench.exchange.answerCancel = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    start(bench);
    await bench.clock.advance(60_000);
    expect(legOf(bench)).toMatchObject({ left: { code: 'cancelNotProved', parameters: { orderIds: ['7'] } } });
    expect(posted(bench)).toEqual([]);
  });

  it('does not place a second order while the outcome of the first one is unknown', async () => {
    const bench = await openHeld();
    bench.exchange.answerPost = async () => ({ kind: 'unknown', cause: TIMED_OUT });
    start(bench);
    await bench.clock.advance(FLATTEN_TIMEOUT_MS - 1_000);
    expect(posted(bench)).toEqual([sale('0.60', '50')]);
  });

  it('never sells more than is left when a part was sold elsewhere meanwhile', async () => {
    const bench = await openHeld();
    bench.exchange.put(makeOrder('7', { direction: 'sell', price: parsePrice('0.90') }));
    await bench.trading.reconcile();
    bench.exchange.answerCancel = async (_id, drop) => {
      drop();
      bench.exchange.positions = [makePosition('20')];
      return { kind: 'cancelled' };
    };
    start(bench);
    await bench.clock.advance(2_000);
    expect(posted(bench)).toEqual([sale('0.60', '20')]);
  });

  it('buys the other outcome by the other route', async () => {
    const bench = await openHeld();
    start(bench, { route: 'buyOther', worst: parsePrice('0.45') });
    await bench.clock.advance(100);
    expect(posted(bench)).toEqual([['no', 'buy', parsePrice('0.40'), parseShares('50')]]);
  });

  it('waits on a book that stops being live, and uses the typed price where that was confirmed', async () => {
    const stale = { at: 'stale', sinceMs: 0, reason: { code: 'crossed', parameters: {} } } as const;
    const bench = await openHeld();
    bench.context.depth = () => ({ health: stale, bids: [600_000, 1_000_000_000], asks: [] });
    bench.context.book = () => ({ health: stale, bids: [], asks: [], lastPrice: null, bestBid: null, bestAsk: null });
    start(bench, { isBookConfirmed: true });
    await bench.clock.advance(100);
    expect(posted(bench)).toEqual([sale('0.55', '50')]);
  });

  it('stops on a lock, and cancels its working order', async () => {
    const bench = await openHeld();
    start(bench);
    await bench.clock.advance(100);
    bench.trading.stopExits('locked');
    await bench.clock.advance(5_000);
    expect(legOf(bench)).toMatchObject({ at: 'ended', left: { code: 'stopped', parameters: { by: 'locked' } } });
    expect(bench.exchange.orders.get('101')?.state).toBe('cancel');
  });
});
