/** Flatten and panic on a real embedded exchange: each way out, locked shares, partial fills, restarts, unknown orders. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FlattenView, LegRequest } from '#shared/order/exits/progress.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import { type MarketId, type OrderId, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { takeFrom } from './counterparty.ts';
import { intend, openTraderBench, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
});
afterAll(() => bench.close());
afterEach(async () => {
  const { trading, venue } = bench.trader;
  await venue.stopPaperFaults();
  trading.stopExits('person');
  await until(() => expect(running()).toEqual([]));
  await trading.cancelAll(ALL_ORDERS);
});

let flattens = 0;
const flattenId = () => {
  flattens += 1;
  return parseIntentId(`slice-flatten-${flattens}`);
};
const views = (): FlattenView[] => (bench.trader.trading.view().exits ?? []).filter((one) => one.kind === 'flatten');
const running = () => views().filter((one) => one.endedAtMs === null);
const held = (market: MarketId, side = 'yes') =>
  bench.trader.trading.view().positions.find((one) => one.market === market && one.outcome === side)?.quantity ?? 0;
const open = () => bench.trader.trading.view().orders.filter((order) => !isTerminal(order.life));

/** Buys 25 yes in a busy market, and disarms. */
async function hold(): Promise<{ readonly id: MarketId; readonly bid: Price }> {
  const { trading } = bench.trader;
  const { id, ask, bid } = await bench.watchBusyMarket();
  if (held(id) === 0) {
    trading.setArmed(true);
    const price = toPrice(Math.min(950_000, ask + 50_000));
    expect(await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price }))).toMatchObject({
      outcome: 'accepted',
    });
    await until(() => expect(held(id)).toBe(parseShares('25')));
  }
  trading.setArmed(false);
  return { id, bid };
}

async function restSell(market: MarketId): Promise<OrderId> {
  const { trading } = bench.trader;
  trading.setArmed(true);
  const intent = intend({ market, side: 'yes', direction: 'sell', price: toPrice(980_000), postOnly: true });
  const { orderId } = await trading.place(intent);
  trading.setArmed(false);
  return parseOrderId(orderId!);
}

async function flatten(market: MarketId, cancelsOrders: boolean, change: Partial<LegRequest> = {}): Promise<void> {
  const { trading } = bench.trader;
  const { legs } = await trading.previewFlatten({ kind: 'market', market }, cancelsOrders);
  const [leg] = legs;
  const route = change.route ?? leg!.route!;
  const quote = route === 'sell' ? leg!.sell! : leg!.buyOther!;
  // Three cents of room, so that a book that moves meanwhile is still met.
  const worst = toPrice(route === 'sell' ? quote.limit - 30_000 : quote.limit + 30_000);
  const request = { market, side: leg!.side, route, worst, shares: leg!.toExit, isBookConfirmed: false, ...change };
  expect(trading.flatten({ flattenId: flattenId(), legs: [request], cancelsOrders })).toEqual({ outcome: 'started' });
}

const ended = () =>
  until(() => {
    const last = views().at(-1)!;
    expect(last.endedAtMs).not.toBeNull();
    return last.legs[0]!;
  });

describe('a flatten', () => {
  it('sells the position at the depth of the book, while trading is disarmed', async () => {
    const { id } = await hold();
    const { legs } = await bench.trader.trading.previewFlatten({ kind: 'position', market: id, side: 'yes' }, true);
    expect(legs).toMatchObject([{ market: id, toExit: parseShares('25'), route: 'sell', block: null, book: 'live' }]);
    // One book with a mirrored side: both ways are worth the same, and selling needs no collateral.
    expect(legs[0]!.sell!.value).toBe(legs[0]!.buyOther!.value);
    await flatten(id, true);
    expect(await ended()).toMatchObject({ left: null, exited: parseShares('25') });
    await until(() => expect(held(id)).toBe(0));
    expect(bench.trader.trading.view().armed).toBe(false);
    expect(bench.trader.orderTimes.speed()).toMatchObject({ exitToWire: { count: 1 }, wireToAck: { count: 1 } });
  });

  it('cancels the resting sell that locks the shares, waits until that is proved, and sells them', async () => {
    const { id } = await hold();
    const sell = await restSell(id);
    const { legs } = await bench.trader.trading.previewFlatten({ kind: 'market', market: id }, true);
    expect(legs).toMatchObject([{ sellable: 0, orders: [{ orderId: sell }], route: 'sell' }]);
    await bench.trader.venue.startPaperFaults([{ kind: 'cancel_lag', count: 1, ms: 1_500 }]);
    await flatten(id, true);
    expect(await ended()).toMatchObject({ left: null, exited: parseShares('25') });
    await until(() => expect(held(id)).toBe(0));
    expect(open()).toEqual([]);
  });

  it('buys the other outcome where the resting sell stays, and ends with complete sets', async () => {
    const { id } = await hold();
    const sell = await restSell(id);
    const { legs } = await bench.trader.trading.previewFlatten({ kind: 'market', market: id }, false);
    expect(legs).toMatchObject([{ sell: null, route: 'buyOther', orders: [{ orderId: sell }] }]);
    await flatten(id, false);
    expect(await ended()).toMatchObject({ left: null, exited: parseShares('25') });
    await until(() => expect([held(id), held(id, 'no')]).toEqual([parseShares('25'), parseShares('25')]));
    expect(open()).toMatchObject([{ orderId: sell }]);
    expect(await bench.trader.trading.previewFlatten({ kind: 'market', market: id }, true)).toMatchObject({ legs: [] });
  });
});

describe('a flatten that cannot end at once', () => {
  /** A market in which nothing is held yet. */
  async function holdElsewhere(): Promise<{ readonly id: MarketId; readonly bid: Price }> {
    const { market, trading } = bench.trader;
    const ids = market
      .catalogue()
      .markets.slice(0, 12)
      .map((one) => one.id);
    market.watch({ books: ids, tapes: ids, candles: [], underlyings: [] });
    const { id, bid, ask } = await until(() => {
      for (const one of ids) {
        const { health, bestBid, bestAsk } = market.book(one)!;
        const isFree = held(one) === 0 && held(one, 'no') === 0;
        if (health.at !== 'live' || !isFree || bestBid === null || bestAsk === null) continue;
        if (bestBid > 200_000 && bestAsk < 800_000) return { id: one, bid: bestBid, ask: bestAsk };
      }
      throw new Error('Expected a market without a position');
    });
    trading.setArmed(true);
    await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: toPrice(ask + 50_000) }));
    await until(() => expect(held(id)).toBe(parseShares('25')));
    trading.setArmed(false);
    return { id, bid };
  }

  it('rests the part that nobody takes, never below the worst price, and ends with what is left when stopped', async () => {
    const { id } = await holdElsewhere();
    const { trading } = bench.trader;
    // Nobody bids as high: the order rests.
    const worst = toPrice(970_000);
    await flatten(id, true, { worst });
    const order = await until(() => {
      expect(running()).toMatchObject([{ legs: [{ at: 'working', exited: 0 }] }]);
      return open()[0]!;
    });
    expect(order).toMatchObject({ price: worst, direction: 'sell', shares: parseShares('25') });
    expect(trading.stopFlatten(views().at(-1)!.flattenId)).toBe(true);
    expect(await ended()).toMatchObject({
      exited: 0,
      left: { code: 'stopped', parameters: { by: 'person' } },
    });
    expect(open()).toEqual([]);
    expect(held(id)).toBe(parseShares('25'));
  });

  it('counts a partial fill and goes on with the rest', async () => {
    const { id } = await holdElsewhere();
    const worst = toPrice(970_000);
    await flatten(id, true, { worst });
    const order = await until(() => {
      expect(running()).toMatchObject([{ legs: [{ at: 'working' }] }]);
      return open()[0]!;
    });
    takeFrom(bench.exchange, order.orderId!, parseShares('10'));
    await until(() => expect(running()).toMatchObject([{ legs: [{ exited: parseShares('10') }] }]));
    takeFrom(bench.exchange, order.orderId!, parseShares('15'));
    expect(await ended()).toMatchObject({ exited: parseShares('25'), left: null });
    await until(() => expect(held(id)).toBe(0));
  });

  it('touches nothing on a book that is not live, unless a typed price is confirmed', async () => {
    const { id } = await holdElsewhere();
    const { trading, market } = bench.trader;
    const sell = await restSell(id);
    market.onPublic({
      kind: 'disconnected',
      markets: [id],
      atMs: Date.now(),
      reason: { code: 'noPong', parameters: {} },
    });
    expect(market.book(id)?.health.at).toBe('stale');
    const shares = parseShares('25');
    const leg = {
      market: id,
      side: 'yes',
      route: 'sell',
      worst: RESTING_PRICE,
      shares,
      isBookConfirmed: false,
    } as const;
    trading.flatten({ flattenId: flattenId(), legs: [leg], cancelsOrders: true });
    expect(await ended()).toMatchObject({
      exited: 0,
      left: { code: 'denied', parameters: { denials: [{ code: 'priceNotTyped' }] } },
    });
    expect(open()).toMatchObject([{ orderId: sell, life: { at: 'resting' } }]);
    trading.flatten({ flattenId: flattenId(), legs: [{ ...leg, isBookConfirmed: true }], cancelsOrders: true });
    expect(await ended()).toMatchObject({ exited: parseShares('25'), left: null });
  });

  it('is not continued by a restart, and is reported as ended', async () => {
    const { id } = await holdElsewhere();
    await flatten(id, true, { worst: toPrice(970_000) });
    await until(() => expect(running()).toMatchObject([{ legs: [{ at: 'working' }] }]));
    const reopened = await bench.reopen();
    await reopened.vault.unlock('correct horse battery');
    await until(() => expect(reopened.trading.view().at).toBe('live'));
    expect(views()).toMatchObject([{ legs: [{ market: id, at: 'ended', left: { code: 'programStopped' } }] }]);
    expect(running()).toEqual([]);
  });
});

describe('a panic', () => {
  it('stops a flatten, cancels every order and names the order whose outcome is unknown', async () => {
    const { trading, venue } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    trading.setArmed(true);
    const rest = { market: id, side: 'yes', direction: 'buy', price: RESTING_PRICE, postOnly: true } as const;
    await trading.place(intend(rest));
    await venue.startPaperFaults([{ kind: 'server_error', target: '/account/orders', count: 1 }]);
    const lost = intend({ ...rest, price: toPrice(30_000) });
    expect(await trading.place(lost)).toMatchObject({ outcome: 'unknown' });
    const receipt = await trading.panic();
    expect(trading.view().armed).toBe(false);
    expect(receipt.unknownOrders).toContain(lost.intentId);
    expect(receipt.cancel.unknown).toContain(lost.intentId);
    expect(receipt.flatten).toEqual({ at: 'off' });
  });

  it('flattens on live books afterwards, if that was set', async () => {
    const { trading, protectedSettings } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    trading.setArmed(true);
    const { bestAsk } = bench.trader.market.book(id)!;
    await trading.place(
      intend({ market: id, side: 'yes', direction: 'buy', price: toPrice(Math.min(950_000, bestAsk! + 50_000)) }),
    );
    await until(() => expect(held(id)).toBeGreaterThan(held(id, 'no')));
    protectedSettings.save({ panicFlattens: true });
    const receipt = await trading.panic();
    expect(receipt.flatten).toMatchObject({ at: 'started' });
    await until(() => expect(held(id)).toBe(held(id, 'no')));
    expect(trading.view().armed).toBe(false);
  });
});
