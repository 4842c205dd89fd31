/** The headless trader against the embedded exchange in one process: from no wallet to orders, fills and positions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { mirrorPrice, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { cost, parseUsd } from '#shared/units/usd.ts';
import { denialCodes } from './makers.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;

beforeAll(async () => {
  bench = await openTraderBench();
});

afterAll(() => bench.close());

describe('the composed trader', () => {
  it('shows live books, tapes and candles without a wallet', async () => {
    const { market, trading } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    const cursor = market.buildCursor();
    await until(() => {
      const parts = market.collect(cursor);
      expect(parts.candles?.[0]?.rows.length ?? 0).toBeGreaterThan(6);
    });
    expect(market.market(id)?.title).not.toBe('');
    expect(trading.view().at).toBe('none');
  });

  it('refuses to trade before there is a wallet, then before it is set up', async () => {
    const { vault, venue, wallet, trading } = bench.trader;
    const { id, ask } = await bench.watchBusyMarket();
    const buy = () => trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: ask }));
    expect(denialCodes(await buy())).toContain('noWallet');
    const owner = await vault.create(PASSWORD, { kind: 'random' });
    const member = await venue.openPaperMember(owner);
    await vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret });
    const setup = await wallet.read();
    expect(setup.status).toBe('setup_required');
    expect(denialCodes(await buy())).toContain('setupRequired');
    const ready = await wallet.setup(PASSWORD, wallet.planSetup(setup.calls.map((call) => call.hash)));
    expect(ready.status).toBe('ready');
    await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
    expect(trading.view().balance?.available).toBe(member.deposit);
  });

  it('buys at the market’s ask: filled, in fills, in positions, out of the balance', async () => {
    const { market, trading } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    trading.setArmed(true);
    const before = trading.view().balance!.total;
    // The book moves: a few cents beyond the ask are sure to meet it, and the price improvement is the taker's.
    const price = toPrice(Math.min(990_000, market.book(id)!.bestAsk! + 50_000));
    const receipt = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price }));
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    await until(() => {
      const view = trading.view();
      expect(view.orders.find((order) => order.orderId === receipt.orderId)?.life.at).toBe('done');
      expect(view.positions.find((position) => position.market === id)).toMatchObject({
        outcome: 'yes',
        quantity: 25_000_000,
      });
      expect(view.fills.some((fill) => fill.orderId === receipt.orderId)).toBe(true);
      expect(before - view.balance!.total).toBeGreaterThan(0n);
      expect(before - view.balance!.total).toBeLessThanOrEqual(cost(price, parseShares('25')) + parseUsd('0.5'));
    });
    const [order] = trading.view().orders;
    expect(order?.steps.map((step) => step.step)).toEqual(
      expect.arrayContaining(['signed', 'sent', 'accepted', 'filled']),
    );
  });

  it('rests a YES bid and a NO bid, sees both locked, cancels one and then all', async () => {
    const { trading } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    const low = RESTING_PRICE;
    const yes = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: low, postOnly: true }));
    const no = await trading.place(intend({ market: id, side: 'no', direction: 'buy', price: low, postOnly: true }));
    expect([yes.outcome, no.outcome]).toEqual(['accepted', 'accepted']);
    await until(() => {
      expect(trading.view().balance?.locked).toBeGreaterThanOrEqual(2n * cost(low, parseShares('25')));
    });
    expect((await trading.cancel(parseOrderId(yes.orderId!))).outcome).toBe('cancelled');
    expect(await trading.cancelAll(ALL_ORDERS)).toEqual({
      asked: 1,
      confirmed: 1,
      filled: 0,
      unknown: [],
      hasUnreadable: false,
      isListed: true,
      tookMs: expect.any(Number),
    });
    await until(() => expect(trading.view().balance?.locked).toBe(0n));
    expect(trading.view().orders.every((order) => order.life.at === 'done' || order.life.at === 'cancelled')).toBe(
      true,
    );
  });

  it('sells what was bought', async () => {
    const { market, trading } = bench.trader;
    const { id } = await bench.watchBusyMarket();
    const price = toPrice(Math.max(10_000, market.book(id)!.bestBid! - 50_000));
    const held = trading.view().positions.find((position) => position.sellable > 0)!;
    const receipt = await trading.place(
      intend({ market: held.market, side: held.outcome, direction: 'sell', price, shares: held.sellable }),
    );
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    await until(() => {
      const position = trading
        .view()
        .positions.find((item) => item.market === held.market && item.outcome === held.outcome);
      expect(position?.quantity ?? 0).toBe(0);
    });
  });

  it('agrees with the exchange to the millionth after a reconciliation', async () => {
    const { trading, venue, journal } = bench.trader;
    await trading.reconcile();
    const view = trading.view();
    const [balance] = (await venue.listBalances()).items;
    expect(view.balance?.total).toBe(balance?.total);
    expect(view.balance?.locked).toBe(balance?.locked);
    expect(view.fills.length).toBe((await venue.listFills()).items.length);
    expect(view.orders.filter((order) => order.life.at === 'resting')).toEqual([]);
    expect(bench.faults).toEqual([]);
    expect(journal.load(0).filter((entry) => entry.kind === 'signed')).toHaveLength(4);
  });

  it('denies an order at once while the vault is locked, also at a mirrored NO price', async () => {
    const { locks, trading } = bench.trader;
    locks.lock('manual');
    const { id, bid } = await bench.watchBusyMarket();
    const receipt = await trading.place(intend({ market: id, side: 'no', direction: 'buy', price: mirrorPrice(bid) }));
    expect(receipt).toMatchObject({ outcome: 'denied' });
    expect(denialCodes(receipt)).toContain('locked');
  });
});
