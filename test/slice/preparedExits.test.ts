/** Exits that go on behind a key lock, on the embedded exchange, and on one that lies, replays and delays; and after a kill. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Trader } from '#main/app/trader.ts';
import type { ExitChoice } from '#main/trading/exits/exitPlanner.ts';
import { warnOfStandingSale } from '#renderer/domain/exits/standingSales.ts';
import type { Mirror } from '#renderer/feed/mirror.ts';
import type { Side } from '#shared/market/outcome.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { type MarketId, parseAddress, parseHex32, parseIntentId, parseOrderId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import { denialCodes } from './makers.ts';
import type { PreparedSetup } from './preparedProcess.ts';
import { runAndKill } from './runAndKill.ts';
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
async function openLocked(floor = FLOOR): Promise<{ readonly trader: Trader; readonly held: Held }> {
  requests = [];
  bench = await openTraderBench({}, { onRequest: ({ method, target }) => void requests.push(`${method} ${target}`) });
  await bench.setUp();
  const { trader } = bench;
  const held = await buy(trader);
  await prepare(trader, { market: held.market, side: held.side, price: floor, shares: null });
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
  it('the account stays connected, nothing but the lots is sent, and each of them once', async () => {
    const { trader, held } = await openLocked();
    const { trading, vault, venue, journal } = trader;
    expect(vault.status().at).toBe('locked');
    expect(vault.credentials()).toBeNull();
    await until(() => expect(opened).toBe(1));
    await until(() => isLive(trader));
    expect(trader.accountView()).toMatchObject({ at: 'none', positions: [] });

    const intent = intend({ market: held.market, side: 'yes', direction: 'sell', price: FLOOR });
    const refused = { kind: 'rejected', codes: ['no_credentials'] };
    expect(await venue.postOrder({ intent, signed: null })).toMatchObject(refused);
    expect(await venue.cancelOrder(parseOrderId('1'))).toMatchObject(refused);
    expect(await venue.postPrepared(intent, () => '{"market":"btc","side":"yes"}')).toMatchObject(refused);
    const to = parseAddress(`0x${'5a'.repeat(20)}`);
    const relay = { safe: to, to, value: 0n, data: '0x', operation: 0, signature: '0x' } as const;
    await expect(venue.relay(relay)).rejects.toMatchObject({ name: 'LockedError' });
    const key = { x: parseHex32(`0x${'11'.repeat(32)}`), y: parseHex32(`0x${'22'.repeat(32)}`), expiresAt: null };
    await expect(venue.prepareSessionKey(key)).rejects.toMatchObject({ name: 'LockedError' });
    expect(denialCodes(await trading.place(intent))).toContain('locked');
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
    // Reads of the account go on.
    for (const state of ['wait', 'done', 'cancel', 'reject'] as const) await venue.listOrders(state);
    await Promise.all([venue.listPositions(), venue.listFills(), venue.listBalances(), venue.listPendingRewards()]);
    await Promise.all([venue.fetchWallet(), venue.fetchMarketWallet(held.market)]);

    const lots = available(trader, held);
    expect(lots.map(({ shares }) => shares)).toEqual([25, 25, 25, 25].map((lot) => lot * 1_000_000));
    for (const [index, { id }] of lots.entries()) {
      const how = { lotId: id, intentId: nextIntent(), worst: FLOOR };
      const [receipt, same] = await Promise.all([trading.prepared.post(how), trading.prepared.post(how)]);
      expect(receipt).toMatchObject({ outcome: 'accepted' });
      expect(same).toBe(receipt);
      await until(() => expect(heldShares(trader, held)).toBe(held.shares - (index + 1) * 25_000_000));
      await until(() => expect(available(trader, held)).toHaveLength(3 - index));
      expect(denialCodes(await trading.prepared.post({ ...how, intentId: nextIntent() }))).toContain('lotRefused');
    }
    expect(requests.filter((request) => request === PLACE)).toHaveLength(4);
    expect(journal.load(0).filter((entry) => entry.kind === 'signed')).toHaveLength(5);
    expect(vault.prepared.pack()?.lots.map(({ at }) => at)).toEqual(['ended', 'ended', 'ended', 'ended']);
    vault.prepared.discard('revoked');
    expect(trading.view().at).toBe('none');
    expect(venue.health().streams.find(({ name }) => name === 'private')).toBeUndefined();
  });

  it('an order of a lot can be cancelled, its lot is not sent again, and an unlock goes on where the lock was', async () => {
    const { trader, held } = await openLocked(toPrice(980_000));
    const { trading, vault, venue, locks } = trader;
    await until(() => isLive(trader));
    const [lot] = available(trader, held);
    const post = () =>
      trading.prepared.post({ lotId: available(trader, held)[0]!.id, intentId: nextIntent(), worst: FLOOR });
    const receipt = await post();
    expect(receipt).toMatchObject({ outcome: 'accepted' });
    // One on its way at a time.
    expect(await post()).toMatchObject({ denials: [{ code: 'lotRefused', parameters: { reason: 'inFlight' } }] });
    expect(['cancelled', 'triggered']).toContain((await venue.cancelOrder(receipt.orderId!)).kind);
    await until(() => expect(vault.prepared.pack()?.lots.find(({ id }) => id === lot!.id)?.at).toBe('ended'));
    expect(await venue.cancelOrder(receipt.orderId!)).toMatchObject({ codes: ['no_credentials'] });
    expect(available(trader, held)).toHaveLength(3);
    expect(heldShares(trader, held)).toBe(held.shares);

    await vault.unlock(PASSWORD);
    await until(() => isLive(trader));
    expect(available(trader, held)).toHaveLength(3);
    expect(trader.readiness().code).toBe('disarmed');
    locks.lock('manual');
    locks.lock('suspend');
    expect(vault.prepared.ended()).toMatchObject({ reason: 'suspend' });
    expect(available(trader, held)).toEqual([]);
    await until(() => expect(trading.view().at).toBe('none'));
    const reopened = await bench.reopen();
    expect([reopened.vault.prepared.pack(), reopened.vault.prepared.credentials()]).toEqual([null, null]);
  });

  it('a sale burns what the position no longer covers, and another contract ends the rest', async () => {
    const { trader, held } = await openLocked();
    const { trading, vault, market } = trader;
    await vault.unlock(PASSWORD);
    await until(() => isLive(trader));
    trading.setArmed(true);
    const { market: id } = held;
    const sale = intend({ market: id, side: 'yes', direction: 'sell', price: FLOOR, shares: parseShares('30') });
    await until(() => expect(market.book(id)?.health.at).toBe('live'));
    expect(await trading.place(sale)).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(heldShares(trader, held)).toBe(70_000_000));
    await until(() => expect(available(trader, held)).toHaveLength(2));
    trader.locks.lock('manual');
    requests.length = 0;
    await until(() => isLive(trader));
    bench.answers.rewrite(/\/wallet\/markets\//, (body) =>
      body.replace(/"exchange_address":"0x../, '"exchange_address":"0xff'),
    );
    const [lot] = available(trader, held);
    const receipt = await trading.prepared.post({ lotId: lot!.id, intentId: nextIntent(), worst: FLOOR });
    expect(receipt).toMatchObject({ denials: [{ code: 'lotRefused', parameters: { reason: 'wallet' } }] });
    expect(vault.prepared.ended()).toMatchObject({ reason: 'walletChanged' });
    expect(requests.filter((request) => request === PLACE)).toEqual([]);
  });

  it('what becomes true sells its shares lot by lot; what has no lots, or an order that rests, waits', async () => {
    bench = await openTraderBench();
    await bench.setUp();
    const { trader } = bench;
    const { trading, locks, market: markets } = trader;
    const held = await buy(trader);
    const { market } = held;
    trader.interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
    const outcome = { market, side: 'yes' } as const;
    const trigger = (price: Price): PriceTrigger => ({
      kind: 'price',
      outcome,
      source: 'ask',
      crosses: 'atOrBelow',
      price,
      minShares: parseShares('1'),
      maxSpread: 500_000,
      confirm: { kind: 'held', forMs: 1_500 },
    });
    const arm = (terms: Partial<ConditionalTerms>): ConditionalId => {
      const id = randomUUID() as ConditionalId;
      const base = { startsWhen: null, goodTillMs: null, outcome, direction: 'sell', kind: 'stop', walk: null };
      const all = { ...base, worst: FLOOR, limit: FLOOR, shares: parseShares('60'), ...terms } as ConditionalTerms;
      expect(trading.conditionals.arm(id, all)).toEqual({ outcome: 'armed', id });
      return id;
    };
    const find = (id: ConditionalId) => trading.conditionals.view().conditionals.find((one) => one.id === id)!;
    await until(() => expect(markets.book(market)?.health.at).toBe('live'));
    // Its take profit rests, and no locked key can cancel it.
    const oco = arm({
      kind: 'oco',
      shares: parseShares('40'),
      takeProfit: toPrice(980_000),
      stop: { trigger: trigger(toPrice(980_000)), limit: FLOOR, worst: FLOOR, walk: null },
      startsWhen: null,
      flipTicks: null,
    });
    await until(() => expect(find(oco).orders).toMatchObject([{ life: { at: 'working' } }]));
    await prepare(trader, { market, side: 'yes', price: FLOOR, shares: parseShares('60') });
    const id = arm({ shares: parseShares('45'), trigger: trigger(toPrice(980_000)) });
    const touch = { ...trigger(FLOOR), source: 'bid', crosses: 'atOrAbove' } as const;
    const profit = arm({ kind: 'takeProfit', shares: parseShares('15'), touch });
    // Its worst price is above the floor that was signed.
    const dear = arm({ worst: toPrice(500_000), limit: toPrice(500_000), trigger: trigger(toPrice(980_000)) });
    locks.lock('manual');
    expect(trader.vault.status().at).toBe('locked');
    await until(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    await until(() => expect(find(profit).life).toMatchObject({ at: 'done' }));
    await until(() => expect(heldShares(trader, held)).toBe(40_000_000));
    expect([find(id).filled, find(profit).filled]).toEqual([45_000_000, 15_000_000]);
    // One of them may have asked while the other's lot was on its way: that order was never sent.
    const sold = [...find(id).orders, ...find(profit).orders].filter(({ filled }) => filled > 0);
    expect(sold.map(({ shares, filled }) => [shares, filled])).toEqual(Array(4).fill([15_000_000, 15_000_000]));
    // Neither placed nor cancelled, and it says that it protects nothing.
    expect(find(oco).life).toMatchObject({ at: 'waiting', reason: { code: 'locked' } });
    expect(find(oco).orders).toMatchObject([{ slot: 'takeProfit', life: { at: 'working' } }]);
    const [protection] = trading.conditionals.view().protections;
    expect(protection).toMatchObject({ quantity: 40_000_000, unprotected: 40_000_000 });
    expect(protection!.protectors.find((one) => one.id === oco)?.problem).toMatchObject({ kind: 'waiting' });
    expect(trader.vault.prepared.pack()?.lots.every(({ at }) => at === 'ended')).toBe(true);
    expect(find(dear)).toMatchObject({ life: { at: 'waiting', reason: { code: 'locked' } }, orders: [] });
  });
});

it('after a kill the sent exit is known from the journal: it is shown, warned of, revoked, and stays valid', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { market, side } = await buy(bench.trader);
  const { dataFolder, exchange, answers } = bench;
  const price = toPrice(980_000);
  const setup: PreparedSetup = {
    dataFolder,
    port: answers.port,
    token: exchange.token!,
    password: PASSWORD,
    market,
    side,
    price,
  };
  const entry = fileURLToPath(new URL('./preparedProcess.ts', import.meta.url));
  const standing = () => bench.trader.accountView().standingSales ?? [];
  const unlock = async ({ vault, locks }: Trader): Promise<void> => {
    await vault.unlock(PASSWORD);
    locks.noteUnlocked();
    await until(() => isLive(bench.trader));
  };
  const trader = await bench.reopen(() => runAndKill(entry, setup));
  expect(trader.vault.prepared.pack()).toBeNull();
  expect(standing()).toEqual([]);
  await unlock(trader);
  const sale = { market, side, price, shares: 25_000_000, orderId: expect.any(String) };
  expect(standing()).toMatchObject([{ ...sale, isOpen: true }]);
  const view = trader.accountView();
  expect(view.orders.find(({ orderId }) => orderId === standing()[0]!.orderId)).toMatchObject({
    life: { at: 'resting' },
    steps: [{ step: 'prepared' }, { step: 'sent' }, { step: 'accepted' }],
  });
  const warn = () =>
    warnOfStandingSale({ account: trader.accountView } as unknown as Mirror, market, side, 'buy', trader.now());
  expect(warn()).toMatch(/^Prepared sales of 25 yes at 0\.98 were sent and stay valid until/);

  await trader.trading.prepared.revoke();
  await until(() => expect(standing()).toMatchObject([{ ...sale, isOpen: false }]));
  const own = [...exchange.world.engine.orders.values()].filter(
    ({ account, state }) => !account.isHouse && state === 'wait',
  );
  expect(own).toEqual([]);
  expect(warn()).not.toBeNull();
  await unlock(await bench.reopen());
  expect(standing()).toMatchObject([{ ...sale, isOpen: false }]);
});
