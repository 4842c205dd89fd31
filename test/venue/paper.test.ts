import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyIncrement, applySnapshot, bestAsk, buildBook, levelsOf } from '#shared/market/book.ts';
import type { Market } from '#shared/market/market.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PrivateEvent } from '#shared/order/placement.ts';
import { parseIntentId } from '#shared/units/ids.ts';
import { mirrorPrice, parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openPaperSetup, type PaperSetup, setUpWallet } from './paperMember.ts';
import { until } from './until.ts';

let setup: PaperSetup;
let market: Market;
const events: PrivateEvent[] = [];

const intentFor = (over: Partial<OrderIntent>): OrderIntent => ({
  intentId: parseIntentId(`intent-${events.length}-${Math.random().toString(36).slice(2, 10)}`),
  market: market.id,
  side: 'yes',
  direction: 'buy',
  price: parsePrice('0.01'),
  shares: parseShares('10'),
  postOnly: false,
  bookVersion: null,
  ...over,
});

beforeAll(async () => {
  setup = await openPaperSetup();
  setup.venue.onPrivate((event) => events.push(event));
  market = (await setup.venue.listMarkets()).items.find((candidate) => candidate.lastPrice !== null)!;
});

afterAll(() => setup.close());

describe('the client on the paper exchange', () => {
  it('reads every public resource', async () => {
    const { venue } = setup;
    const book = await venue.fetchBook(market.id);
    expect(book.bids.length).toBeGreaterThan(0);
    expect(book.sequence).toBeGreaterThanOrEqual(0);
    expect((await venue.fetchTicker(market.id)).last).not.toBeNull();
    expect((await venue.listCandles(market.id, '1m', 10)).length).toBeGreaterThan(0);
    expect((await venue.listRecentTrades(market.id)).trades.length).toBeGreaterThan(0);
    expect(venue.health()).toMatchObject({ errors: [], schemaDrift: [] });
  });

  it('builds the levels of the REST book from the stream', async () => {
    const { venue } = setup;
    const book = buildBook();
    const seen = new Map<number, string>();
    const stop = venue.onPublic((event) => {
      if (event.kind === 'bookSnapshot') applySnapshot(book, event.update);
      else if (event.kind === 'bookIncrement') expect(applyIncrement(book, event.update)).not.toBe('resync');
      if (book.sequence !== null) seen.set(book.sequence, `${levelsOf(book, 'bid')}|${levelsOf(book, 'ask')}`);
    });
    venue.setInterest({ books: [market.id], tapes: [], candles: [], underlyings: [] });
    await until(() => expect(seen.size).toBeGreaterThan(3));
    const rest = await venue.fetchBook(market.id);
    await until(() => expect(seen.has(rest.sequence)).toBe(true));
    const served = buildBook();
    applySnapshot(served, rest);
    expect(seen.get(rest.sequence)).toBe(`${levelsOf(served, 'bid')}|${levelsOf(served, 'ask')}`);
    stop();
    venue.setInterest({ books: [], tapes: [], candles: [], underlyings: [] });
  });

  it('sets up a wallet, and reads the deposit from REST and stream', async () => {
    const { venue } = setup;
    expect(await venue.fetchWallet()).toMatchObject({ safeStatus: 'setup_required' });
    await setUpWallet(setup);
    expect(await venue.fetchWallet()).toMatchObject({ safeStatus: 'ready', setupReady: true, setupCalls: [] });
    expect(await venue.fetchMarketWallet(market.id)).toMatchObject({
      yesTokenId: market.yesTokenId,
      noTokenId: market.noTokenId,
    });
    expect((await venue.listBalances()).items).toMatchObject([
      { currency: 'usdc', total: 10_000_000_000n, locked: 0n },
    ]);
    venue.openPrivate();
    await until(() => expect(events.map((event) => event.kind)).toContain('open'));
  });

  it('places a resting order, finds it in list, read and stream, and cancels it', async () => {
    const { venue } = setup;
    const wallet = await venue.fetchMarketWallet(market.id);
    const outcome = await venue.postOrder(setup.sign(intentFor({ postOnly: true }), wallet));
    if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
    const { order } = outcome;
    expect(order).toMatchObject({ state: 'wait', price: 10_000, remainingShares: 10_000_000 });
    expect((await venue.listOrders('wait')).orders.map((item) => item.id)).toEqual([order.id]);
    const resting = await venue.fetchOrder(order.id);
    if (resting === null || 'problem' in resting) throw new Error('Expected the order, found none that can be read');
    // Resting releases the fee reserve; nothing else changes.
    expect({ ...resting, locked: order.locked, updatedAtMs: order.updatedAtMs }).toEqual(order);
    expect(resting.locked).toBe(100_000n);
    await until(() => {
      const balances = events.filter((event) => event.kind === 'balance').map((event) => event.balance);
      expect(balances.at(-1)).toMatchObject({ total: 10_000_000_000n, locked: 100_000n });
    });
    expect(await venue.cancelOrder(order.id)).toEqual({ kind: 'cancelled' });
    await until(() => {
      const orders = events.filter((event) => event.kind === 'order').map((event) => event.order);
      expect(orders[0]).toMatchObject({ id: order.id, state: 'wait' });
      expect(orders.at(-1)).toMatchObject({ id: order.id, state: 'cancel', locked: 0n });
    });
    expect(await venue.listOrders('wait')).toEqual({ orders: [], unreadable: [], partial: null });
    expect(await venue.fetchOrder(order.id)).toMatchObject({ state: 'cancel' });
    expect(await venue.cancelOrder(order.id)).toMatchObject({ kind: 'rejected' });
  });

  it('buys at the ask and sells again, on YES and on NO, with fills and positions', async () => {
    const { venue } = setup;
    const wallet = await venue.fetchMarketWallet(market.id);
    for (const side of ['yes', 'no'] as const) {
      const book = buildBook();
      applySnapshot(book, await venue.fetchBook(market.id));
      const bought = intentFor({ side, price: parsePrice('0.99'), shares: parseShares('5') });
      expect(bestAsk(book)).not.toBeNull();
      expect(await venue.postOrder(setup.sign(bought, wallet))).toMatchObject({
        kind: 'accepted',
        order: { side },
      });
      await until(() => {
        const positions = events.filter((event) => event.kind === 'position').map((event) => event.position);
        expect(positions.at(-1)).toMatchObject({ outcome: side, quantity: 5_000_000 });
      });
      const sold = intentFor({
        side,
        direction: 'sell',
        price: mirrorPrice(parsePrice('0.99')),
        shares: parseShares('2'),
      });
      expect(await venue.postOrder(setup.sign(sold, wallet))).toMatchObject({
        kind: 'accepted',
        order: { direction: 'sell' },
      });
    }
    expect((await venue.listOrders('done')).orders.length).toBe(4);
    const { items: fills } = await venue.listFills();
    expect(fills.length).toBeGreaterThanOrEqual(4);
    const total = fills
      .filter((fill) => fill.side === 'yes' && fill.direction === 'buy')
      .reduce((sum, fill) => sum + fill.shares, 0);
    expect(total).toBe(5_000_000);
    expect((await venue.listPositions()).items.map((position) => [position.outcome, position.quantity]).sort()).toEqual(
      [
        ['no', 3_000_000],
        ['yes', 3_000_000],
      ],
    );
    await until(() => expect(events.filter((event) => event.kind === 'fill').length).toBe(fills.length));
    expect(await venue.listPendingRewards()).toBeInstanceOf(Array);
  });

  it('gets a code for an order with a signature of another wallet', async () => {
    const { venue } = setup;
    const wallet = await venue.fetchMarketWallet(market.id);
    const placement = setup.sign(intentFor({}), wallet);
    const forged = { ...placement, signed: { ...placement.signed!, signature: `0x${'11'.repeat(64)}1b` as const } };
    expect(await venue.postOrder(forged)).toMatchObject({
      kind: 'rejected',
      codes: [expect.stringContaining('signature')],
    });
    expect(await venue.postOrder({ ...placement, signed: null })).toMatchObject({
      kind: 'rejected',
      codes: ['market.order.use_signed_endpoint'],
    });
  });

  it('has no schema drift and no unreadable message', () => {
    const health = setup.venue.health();
    expect(health.schemaDrift).toEqual([]);
    expect(events.filter((event) => event.kind === 'unreadable')).toEqual([]);
    expect(health.errors.filter(({ error }) => error.code === 'unreadable')).toEqual([]);
  });
});
