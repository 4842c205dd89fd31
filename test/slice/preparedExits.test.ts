/** Exits that go on behind a key lock, on the embedded exchange, and on one that lies, replays and delays. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import type { ExitChoice } from '#main/trading/exitPlanner.ts';
import type { Side } from '#shared/market/outcome.ts';
import { type MarketId, parseAddress, parseHex32, parseIntentId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { denialCodes } from './makers.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const PLACE = 'POST /api/v2/atlas/account/orders';

let bench: TraderBench;
/** Requests with their status, in the order of arrival. */
let requests: string[] = [];
/** Openings of the private stream since the lock. */
let opened = 0;
afterEach(() => bench.close());

interface Held {
  readonly market: MarketId;
  readonly side: Side;
  readonly shares: Shares;
  readonly bid: Price;
}

/** Buys 100 shares in a busy market and answers what is held. */
async function buy(trader: Trader): Promise<Held> {
  const { id, ask } = await bench.watchBusyMarket();
  const { trading, market } = trader;
  trading.setArmed(true);
  const price = toPrice(Math.min(990_000, ask + 100_000));
  const shares = parseShares('100');
  const intent = intend({ market: id, side: 'yes', direction: 'buy', price, shares });
  expect(await trading.place(intent)).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(trading.view().positions[0]).toMatchObject({ market: id, sellable: shares }));
  trading.setArmed(false);
  const { bestBid } = market.book(id)!;
  return { market: id, side: 'yes', shares, bid: bestBid! };
}

const FLOOR = toPrice(20_000);

async function prepare({ trading, vault }: Trader, ...choices: ExitChoice[]): Promise<void> {
  const answer = await trading.prepared.plan(choices, 6);
  if (!('plan' in answer)) throw new Error(`Expected a plan, found ${JSON.stringify(answer)}`);
  await vault.prepared.prepare(PASSWORD, answer.plan);
}

/** A trader with exits prepared for 100 shares and its keys locked. */
async function openLocked(): Promise<{ readonly trader: Trader; readonly held: Held }> {
  requests = [];
  bench = await openTraderBench({}, { onRequest: ({ method, target }) => void requests.push(`${method} ${target}`) });
  await bench.setUp();
  const { trader } = bench;
  const held = await buy(trader);
  await prepare(trader, { market: held.market, side: held.side, price: FLOOR });
  opened = 0;
  trader.venue.onPrivate(({ kind }) => {
    if (kind === 'open') opened += 1;
  });
  trader.locks.lock('manual');
  requests.length = 0;
  return { trader, held };
}

const isLive = (trader: Trader) => expect(trader.trading.view()).toMatchObject({ at: 'live', reason: null });
let count = 0;
const nextIntent = () => {
  count += 1;
  return parseIntentId(`prepared-slice-${count}`);
};
const available = ({ trading }: Trader, { market, side }: Held) => trading.prepared.available(market, side);
const heldShares = ({ trading }: Trader, { market }: Held): number =>
  trading.view().positions.find((position) => position.market === market)?.quantity ?? 0;

describe('behind a key lock, with prepared exits', () => {
  it('the account stays connected, and each lot is sold once, one after the other', async () => {
    const { trader, held } = await openLocked();
    const { trading, vault, venue } = trader;
    expect(vault.status().at).toBe('locked');
    expect(vault.credentials()).toBeNull();
    await until(() => expect(opened).toBe(1));
    await until(() => isLive(trader));
    expect(trader.accountView()).toMatchObject({ at: 'none', positions: [] });
    const lots = available(trader, held);
    expect(lots.map(({ shares }) => shares)).toEqual([25, 25, 25, 25].map((lot) => lot * 1_000_000));
    for (const [index, { id }] of lots.entries()) {
      const receipt = await trading.prepared.post({ lotId: id, intentId: nextIntent(), worst: FLOOR });
      expect(receipt).toMatchObject({ outcome: 'accepted' });
      await until(() => expect(heldShares(trader, held)).toBe(held.shares - (index + 1) * 25_000_000));
      await until(() => expect(available(trader, held)).toHaveLength(3 - index));
    }
    expect(requests.filter((request) => request === PLACE)).toHaveLength(4);
    expect(vault.prepared.pack()?.lots.map(({ at }) => at)).toEqual(['ended', 'ended', 'ended', 'ended']);
    vault.prepared.discard('revoked');
    expect(trading.view().at).toBe('none');
    expect(venue.health().streams.find(({ name }) => name === 'private')).toBeUndefined();
    expect(
      JSON.stringify(trader.journal.load(0), (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('"signature":');
  }, 30_000);

  it('nothing else is sent: no order, cancel, relay, session key or second post', async () => {
    const { trader, held } = await openLocked();
    const { trading, venue, journal } = trader;
    await until(() => isLive(trader));
    const order = {
      intent: intend({ market: held.market, side: 'yes', direction: 'sell', price: FLOOR }),
      signed: null,
    };
    expect(await venue.postOrder(order)).toMatchObject({ kind: 'rejected', codes: ['no_credentials'] });
    expect(await venue.cancelOrder('1' as never)).toMatchObject({ kind: 'rejected', codes: ['no_credentials'] });
    const relay = {
      safe: parseAddress(`0x${'5a'.repeat(20)}`),
      to: parseAddress(`0x${'5a'.repeat(20)}`),
      value: 0n,
      data: '0x' as const,
      operation: 0 as const,
      signature: '0x' as const,
    };
    await expect(venue.relay(relay as never)).rejects.toMatchObject({ name: 'LockedError' });
    const key = { x: parseHex32(`0x${'11'.repeat(32)}`), y: parseHex32(`0x${'22'.repeat(32)}`), expiresAt: null };
    await expect(venue.prepareSessionKey(key as never)).rejects.toMatchObject({ name: 'LockedError' });
    const forged = () => '{"market":"btc","side":"yes"}';
    expect(await venue.postPrepared(order.intent, forged)).toMatchObject({
      kind: 'rejected',
      codes: ['no_credentials'],
    });
    const placed = await trading.place(order.intent);
    expect(denialCodes(placed)).toContain('locked');
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    // Reads of the account go on.
    await expect(venue.listPositions()).resolves.toMatchObject({ partial: null });
    await expect(venue.listOrders('wait')).resolves.toMatchObject({ partial: null });
    await expect(venue.fetchMarketWallet(held.market)).resolves.toMatchObject({ safeStatus: 'ready' });
    const [lot] = available(trader, held);
    const how = { lotId: lot!.id, intentId: nextIntent(), worst: FLOOR };
    const both = await Promise.all([trading.prepared.post(how), trading.prepared.post(how)]);
    expect(both[0]).toBe(both[1]);
    expect(denialCodes(await trading.prepared.post({ ...how, intentId: nextIntent() }))).toContain('lotRefused');
    expect(requests.filter((request) => request === PLACE)).toHaveLength(1);
    expect(journal.load(0).filter((entry) => entry.kind === 'signed')).toHaveLength(2);
  }, 30_000);

  it('an order of a lot that rests can be cancelled, and its lot is not sent again', async () => {
    requests = [];
    bench = await openTraderBench();
    await bench.setUp();
    const { trader } = bench;
    const held = await buy(trader);
    await prepare(trader, { market: held.market, side: 'yes', price: toPrice(980_000) });
    trader.locks.lock('manual');
    await until(() => isLive(trader));
    const [lot] = available(trader, held);
    const post = () =>
      trader.trading.prepared.post({ lotId: available(trader, held)[0]!.id, intentId: nextIntent(), worst: FLOOR });
    const receipt = await post();
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    // One on its way at a time.
    expect(await post()).toMatchObject({ denials: [{ code: 'lotRefused', parameters: { reason: 'inFlight' } }] });
    const cancelled = await trader.venue.cancelOrder(receipt.orderId!);
    expect(['cancelled', 'triggered']).toContain(cancelled.kind);
    await until(() => expect(trader.vault.prepared.pack()?.lots.find(({ id }) => id === lot!.id)?.at).toBe('ended'));
    expect(await trader.venue.cancelOrder(receipt.orderId!)).toMatchObject({ codes: ['no_credentials'] });
    expect(available(trader, held)).toHaveLength(3);
    expect(heldShares(trader, held)).toBe(held.shares);
  }, 30_000);

  it.each(['suspend', 'quit'] as const)(
    'a %s ends them',
    async (cause) => {
      const { trader, held } = await openLocked();
      trader.locks.lock(cause);
      expect(trader.vault.prepared.ended()).toMatchObject({ reason: cause });
      expect(available(trader, held)).toEqual([]);
      await until(() => expect(trader.trading.view().at).toBe('none'));
    },
    30_000,
  );

  it('a restart has none, and an unlock of the same account goes on where the lock was', async () => {
    const { trader, held } = await openLocked();
    await until(() => isLive(trader));
    await trader.vault.unlock(PASSWORD);
    await until(() => isLive(trader));
    expect(available(trader, held)).toHaveLength(4);
    expect(trader.readiness().code).toBe('disarmed');
    const reopened = await bench.reopen();
    expect(reopened.vault.prepared.pack()).toBeNull();
    expect(reopened.vault.prepared.credentials()).toBeNull();
  }, 30_000);
});

describe('a position that shrinks', () => {
  it('burns what it no longer covers, and what is left sells no more than is held', async () => {
    requests = [];
    bench = await openTraderBench();
    await bench.setUp();
    const { trader } = bench;
    const held = await buy(trader);
    await prepare(trader, { market: held.market, side: 'yes', price: FLOOR });
    trader.trading.setArmed(true);
    const sale = intend({
      market: held.market,
      side: 'yes',
      direction: 'sell',
      price: FLOOR,
      shares: parseShares('30'),
    });
    await until(() => expect(trader.market.book(held.market)?.health.at).toBe('live'));
    expect(await trader.trading.place(sale)).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(heldShares(trader, held)).toBe(70_000_000));
    await until(() => expect(available(trader, held)).toHaveLength(2));
    trader.locks.lock('manual');
    await until(() => isLive(trader));
    const left = available(trader, held);
    for (const { id } of left) {
      expect(await trader.trading.prepared.post({ lotId: id, intentId: nextIntent(), worst: FLOOR })).toMatchObject({
        outcome: 'accepted',
      });
      await until(() =>
        expect(trader.vault.prepared.pack()?.lots.find((lot) => lot.id === id)?.at ?? 'ended').toBe('ended'),
      );
    }
    expect(left.reduce((sum, { shares }) => sum + shares, 0)).toBe(50_000_000);
    expect(available(trader, held)).toEqual([]);
  }, 30_000);
});

describe('an exchange that names another configuration', () => {
  it.each([
    ['contract', /"exchange_address":"0x../, '"exchange_address":"0xff', 'walletChanged'],
    ['token', /"yes_token_id":"\d/, '"yes_token_id":"9', 'marketChanged'],
  ])(
    'of the %s gets no exit, and ends them all',
    async (_what, said, says, reason) => {
      const { trader, held } = await openLocked();
      await until(() => isLive(trader));
      bench.answers.rewrite(/\/wallet\/markets\//, (body) => body.replace(said, says));
      const [lot] = available(trader, held);
      const receipt = await trader.trading.prepared.post({ lotId: lot!.id, intentId: nextIntent(), worst: FLOOR });
      expect(receipt).toMatchObject({ outcome: 'denied', denials: [{ code: 'lotRefused' }] });
      expect(trader.vault.prepared.ended()).toMatchObject({ reason });
      expect(requests.filter((request) => request === PLACE)).toEqual([]);
    },
    30_000,
  );
});
