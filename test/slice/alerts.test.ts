/** Alerts of the headless trader on an embedded exchange: they fire without a window, and survive a restart. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertTerms } from '#shared/alerts/alert.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, type TraderBench, until } from './traderBench.ts';

/** Several changes a second. */
const BUSY = parseMarketId('harbour-list');
const ON_BUSY: Omit<AlertTerms, 'condition'> = {
  scope: { kind: 'market', market: BUSY },
  repeat: null,
  expiresAtMs: null,
};

let bench: TraderBench;

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
});
afterAll(() => bench.close());

it('fires on a move of the price in a market that no window shows, and stops watching it', async () => {
  const { alerts, market, interest, trading } = bench.trader;
  await until(() => expect(interest.hasListed(BUSY)).toBe(true));
  expect(market.top(BUSY)).toBeNull();
  alerts.create({ ...ON_BUSY, condition: { kind: 'spread', crosses: 'above', level: 999_000 } });
  const ask = await until(() => {
    expect(market.top(BUSY)?.health.at).toBe('live');
    const [price] = market.depth(BUSY)!.asks;
    return price!;
  });
  alerts.create({ ...ON_BUSY, condition: { kind: 'price', of: 'bid', side: 'yes', crosses: 'above', level: ask } });
  // What is left of a buy for much more than the best ask rests there, also when the market fell by a tick meanwhile.
  trading.setArmed(true);
  const shares = toShares(market.depth(BUSY)!.asks[1]! + 2_000_000_000);
  const buy = intend({ market: BUSY, side: 'yes', direction: 'buy', price: toPrice(ask), shares });
  expect(await trading.place(buy)).toMatchObject({ outcome: 'accepted' });
  const [entry] = await until(() => {
    expect(alerts.view().log).not.toEqual([]);
    return alerts.view().log;
  });
  expect(entry).toMatchObject({
    market: BUSY,
    gap: null,
    fact: { code: 'price', parameters: { of: 'bid', level: ask } },
  });
  await trading.cancelAll(ALL_ORDERS);
  for (const { id } of alerts.view().alerts) alerts.remove(id);
  expect(market.top(BUSY)).toBeNull();
});

it('fires for an own fill once, also when the program was closed meanwhile', async () => {
  const { id, ask } = await bench.watchBusyMarket();
  const { alerts, trading } = bench.trader;
  alerts.clearLog();
  alerts.create({
    condition: { kind: 'fill' },
    scope: { kind: 'any' },
    repeat: { pauseMs: 5_000, rearmBy: 0 },
    expiresAtMs: null,
  });
  trading.setArmed(true);
  const buy = intend({ market: id, side: 'yes', direction: 'buy', price: toPrice(ask), isPriceTyped: true });
  expect((await trading.place(buy)).outcome).toBe('accepted');
  const entry = await until(() => {
    const [found] = alerts.view().log;
    expect(found?.fact.code).toBe('fill');
    return found!;
  });
  expect(entry.market).toBe(id);

  const reopened = await bench.reopen();
  expect(reopened.alerts.view().alerts).toHaveLength(1);
  expect(reopened.alerts.view().log.map(({ fact }) => fact.code)).toEqual(['programClosed', 'fill']);
});
