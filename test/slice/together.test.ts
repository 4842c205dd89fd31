/** The real parts in one process: embedded exchange, client, vault, wallet, market room, trading and journal. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MarketData, openMarketData } from '#main/market/marketData.ts';
import { type OrderJournal, openJournal } from '#main/storage/journal.ts';
import { openTrading, type Trading } from '#main/trading/trading.ts';
import { openVault, type Vault } from '#main/vault/vault.ts';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import { openWallet, type Wallet } from '#main/wallet/wallet.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { formatRefusal } from '#shared/text/exchangeErrors.ts';
import { parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { mirrorPrice, type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { cost, parseUsd } from '#shared/units/usd.ts';
import { cheapKdf } from '#test/unit/main/vault/openTestVault.ts';

const PASSWORD = 'correct horse battery';
const schedule = (delayMs: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 15_000, interval: 20 });

let folder: string;
let exchange: PaperExchange;
let venue: Venue;
let vault: Vault;
let wallet: Wallet;
let room: MarketData;
let trading: Trading;
let journal: OrderJournal;
const faults: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adyton-together-'));
  exchange = await openExchange({ seed: 7 });
  const now = (): number => Date.now();
  venue = openVenue({
    baseUrl: `http://127.0.0.1:${exchange.port}`,
    wsBaseUrl: `ws://127.0.0.1:${exchange.port}`,
    network: 'paper',
    extraHeaders: { 'X-Adyton-Paper': exchange.token! },
    now,
    random: Math.random,
  });
  vault = openVault({ folder: join(folder, 'vault'), network: 'paper', origin: 'paper:embedded', now, kdf: cheapKdf });
  wallet = openWallet({
    fetchWallet: () => venue.fetchWallet(),
    relay: (request) => venue.relay(request),
    signSafeTxs: (requests, password) => vault.signSafeTxs(requests, password),
    owner: () => vault.owner(),
    wait: (ms) => new Promise((resolve) => void schedule(ms, resolve)),
  });
  room = openMarketData({
    listMarkets: () => venue.listMarkets(),
    fetchBook: (id) => venue.fetchBook(id),
    listCandles: (id, period, limit) => venue.listCandles(id, period, limit),
    listRecentTrades: (id) => venue.listRecentTrades(id),
    setInterest: (interest) => venue.setInterest(interest),
    resubscribe: (id) => venue.resubscribe(id),
    now,
    exchangeTimeMs: () => venue.exchangeTimeMs(),
    schedule,
  });
  journal = openJournal(join(folder, 'orders.sqlite'));
  trading = openTrading({
    gateway: venue,
    signer: vault,
    journal,
    context: {
      market: (id) => room.market(id),
      tick: () => room.catalogue().tick,
      book: (id) => room.book(id),
      vault: () => vault.status().at,
      safeStatus: () => wallet.view()?.status ?? null,
      owner: () => vault.owner(),
      secondKeys: () => [],
      readOnly: () => null,
    },
    clock: { now, exchangeTimeMs: () => venue.exchangeTimeMs() },
    schedule,
    randomSalt: () => (randomBytes(8).readBigUInt64BE() >> 12n) + 1n,
    checkMarketRecord: (record, market) => wallet.checkMarketRecord(record, market),
    tellRefusal: formatRefusal,
    onFault: (where, error) => void faults.push(`${where}: ${error instanceof Error ? error.message : error}`),
  });
  venue.onPublic((event) => room.onPublic(event));
  venue.onPrivate((event) => trading.applyPrivateEvent(event));
  await venue.measureClock();
});

afterAll(async () => {
  trading.close();
  room.close();
  vault.lock('end of test');
  await venue.close();
  journal.close();
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
function intend(
  change: Pick<OrderIntent, 'market' | 'side' | 'direction' | 'price'> & Partial<OrderIntent>,
): OrderIntent {
  count += 1;
  return {
    intentId: parseIntentId(`together-${count}`),
    shares: parseShares('25'),
    postOnly: false,
    bookVersion: null,
    ...change,
  };
}

async function openBusyMarket(): Promise<{ id: OrderIntent['market']; bid: Price; ask: Price }> {
  const markets = await until(() => {
    expect(room.catalogue().at).toBe('live');
    return room.catalogue().markets;
  });
  const ids = markets.slice(0, 6).map((market) => market.market);
  room.watch({ books: ids, tapes: ids, candles: [{ market: ids[0]!, period: '1m' }], underlyings: [] });
  return until(() => {
    for (const id of ids) {
      const book = room.book(id)!;
      expect(book.health.at).toBe('live');
      if (book.bestBid !== null && book.bestAsk !== null && book.bestBid > 100_000 && book.bestAsk < 900_000) {
        return { id, bid: book.bestBid, ask: book.bestAsk };
      }
    }
    throw new Error('Expected a market with both sides');
  });
}

describe('the real parts together', () => {
  it('show live books, tapes and candles without a wallet', async () => {
    const { id } = await openBusyMarket();
    const cursor = room.buildCursor();
    await until(() => {
      const parts = room.collect(cursor);
      expect(parts.candles?.[0]?.rows.length ?? 0).toBeGreaterThan(6);
    });
    expect(room.market(id)?.title).not.toBe('');
    expect(trading.view().at).toBe('none');
  });

  it('refuse to trade before there is a wallet, then before it is set up', async () => {
    const { id, ask } = await openBusyMarket();
    const buy = () => trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: ask }));
    expect((await buy()).codes).toContain('no_wallet');
    const owner = await vault.create(PASSWORD, { kind: 'random' });
    const member = await venue.openPaperMember(owner);
    await vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret });
    venue.setCredentials(vault.credentials());
    const setup = await wallet.read();
    expect(setup.status).toBe('setup_required');
    expect((await buy()).codes).toContain('setup_required');
    const ready = await wallet.setup(
      PASSWORD,
      setup.calls.map((call) => call.hash),
    );
    expect(ready.status).toBe('ready');
    venue.openPrivate();
    await until(() => expect(trading.view()).toMatchObject({ at: 'live', why: null }));
    expect(trading.view().balance?.available).toBe(member.deposit);
  });

  it('buy at the market’s ask: filled, in fills, in positions, out of the balance', async () => {
    const { id } = await openBusyMarket();
    trading.setArmed(true);
    const before = trading.view().balance!.total;
    // The book moves: a few cents beyond the ask are sure to meet it, and the price improvement is the taker's.
    const price = toPrice(Math.min(990_000, room.book(id)!.bestAsk! + 50_000));
    const receipt = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price }));
    expect(receipt).toMatchObject({ outcome: 'accepted', hint: null });
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

  it('rest a bid and a NO bid, see both locked, cancel one and then all', async () => {
    const { id } = await openBusyMarket();
    const low = toPrice(20_000);
    const yes = await trading.place(intend({ market: id, side: 'yes', direction: 'buy', price: low, postOnly: true }));
    const no = await trading.place(intend({ market: id, side: 'no', direction: 'buy', price: low, postOnly: true }));
    expect([yes.outcome, no.outcome]).toEqual(['accepted', 'accepted']);
    await until(() => {
      expect(trading.view().balance?.locked).toBeGreaterThanOrEqual(2n * cost(low, parseShares('25')));
    });
    expect((await trading.cancel(parseOrderId(yes.orderId!))).outcome).toBe('cancelled');
    expect(await trading.cancelAll(null)).toEqual({ asked: 1, confirmed: 1, filled: 0, unknown: [] });
    await until(() => expect(trading.view().balance?.locked).toBe(0n));
    expect(trading.view().orders.every((order) => order.life.at === 'done' || order.life.at === 'cancelled')).toBe(
      true,
    );
  });

  it('sell what was bought', async () => {
    const { id } = await openBusyMarket();
    const price = toPrice(Math.max(10_000, room.book(id)!.bestBid! - 50_000));
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

  it('agree with the exchange to the last millionth after a reconciliation', async () => {
    await trading.reconcile();
    const view = trading.view();
    const [balance] = await venue.listBalances();
    expect(view.balance?.total).toBe(balance?.total);
    expect(view.balance?.locked).toBe(balance?.locked);
    expect(view.fills.length).toBe((await venue.listFills()).length);
    expect(view.orders.filter((order) => order.life.at === 'resting')).toEqual([]);
    expect(faults).toEqual([]);
    expect(journal.load(0).filter((entry) => entry.kind === 'signed')).toHaveLength(4);
  });

  it('deny at once on a locked vault, and a NO price is the mirror of a YES price', async () => {
    vault.lock('test');
    const { id, bid } = await openBusyMarket();
    const receipt = await trading.place(intend({ market: id, side: 'no', direction: 'buy', price: mirrorPrice(bid) }));
    expect(receipt).toMatchObject({ outcome: 'denied' });
    expect(receipt.codes).toContain('locked');
  });
});
