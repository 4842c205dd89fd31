/** The composed trader on a private stream that stays open and says nothing, with the embedded exchange's faults. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import type { PaperFault } from '#wire/messages/fault.ts';
import { openPausableClock, type PausableClock } from './pausableClock.ts';
import { intend, openTraderBench, type TraderBench, until } from './traderBench.ts';

const SILENT: readonly PaperFault[] = ['order', 'contract', 'balance', 'position'].map((target) => ({
  kind: 'silent_socket',
  target,
  count: 0,
  ms: 0,
}));

let bench: TraderBench;
let clock: PausableClock;
let market: MarketId;
let price: Price;
let orderId: OrderId;

const lifeOf = (id: OrderId): string | undefined =>
  bench.trader.trading.view().orders.find((order) => order.orderId === id)?.life.at;

/** Another member of the exchange sells into every bid down to our price. */
function fillOnExchange(): void {
  const { world } = bench.exchange;
  const paper = world.markets.find(({ slug }) => slug === market)!;
  const seller = world.engine.openAccount(true, true);
  const atMs = Date.now();
  world.engine.deposit(seller, 10_000_000_000_000, atMs);
  const request = { account: seller, market: paper.book, side: 'no', direction: 'buy', postOnly: false } as const;
  const ticks = 100 - price / 10_000;
  const result = world.engine.place({ ...request, ticks, shares: 500_000_000_000 }, atMs);
  expect(result.ok).toBe(true);
}

beforeEach(async () => {
  clock = openPausableClock();
  bench = await openTraderBench(clock);
  await bench.setUp();
  const busy = await bench.watchBusyMarket();
  market = busy.id;
  price = toPrice(busy.bid - 50_000);
  const { trading, venue } = bench.trader;
  trading.setArmed(true);
  const intent = intend({ market, side: 'yes', direction: 'buy', price, postOnly: true });
  const receipt = await trading.place(intent);
  expect(receipt).toMatchObject({ outcome: 'accepted' });
  orderId = parseOrderId(receipt.orderId!);
  await until(() => expect(trading.view()).toMatchObject({ at: 'live' }));
  await venue.startPaperFaults(SILENT);
  clock.pause();
});

afterEach(() => bench.close());

describe('on a silent private stream', () => {
  it('a fill is shown before three seconds have passed', async () => {
    fillOnExchange();
    expect(lifeOf(orderId)).toBe('resting');
    clock.skip(2_000);
    await until(() => {
      expect(lifeOf(orderId)).toBe('done');
      expect(bench.trader.trading.view().fills.some((fill) => fill.orderId === orderId)).toBe(true);
    });
    clock.skip(1_000);
    expect(bench.trader.trading.view()).toMatchObject({ at: 'unconfirmed', reason: { code: 'streamBehind' } });
  });

  it('the account is unconfirmed before three seconds have passed when the reads hang too', async () => {
    await bench.trader.venue.startPaperFaults([{ kind: 'slow_answer', target: 'pythia/orders', count: 0, ms: 60_000 }]);
    fillOnExchange();
    clock.skip(3_000);
    expect(bench.trader.trading.view().at).toBe('unconfirmed');
  });

  it('a new stream is opened, and the account is live again once everything was read after that', async () => {
    const { trading, venue } = bench.trader;
    fillOnExchange();
    clock.skip(2_000);
    await until(() => expect(lifeOf(orderId)).toBe('done'));
    await venue.stopPaperFaults();
    clock.skip(1_000);
    expect(venue.health().streams.at(-1)).toMatchObject({ name: 'private', reason: { code: 'notReporting' } });
    await until(() => {
      clock.skip(100);
      expect(trading.view().at).toBe('live');
    });
  });
});
