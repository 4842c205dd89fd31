/** The trade check on an exchange that releases reserves some reads after its answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Venue } from '#main/venue/venue.ts';
import type { Market } from '#shared/market/market.ts';
import type { Balance, ExchangeOrder, MarketWalletRecord } from '#shared/order/account/account.ts';
import { type OrderId, parseMarketId } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { openReport } from '../../src/cli/doctor/report.ts';
import { checkTrade } from '../../src/cli/doctor/tradeCheck.ts';
import { openPaperSetup, type PaperSetup, setUpWallet } from './paperMember.ts';
import { until } from './until.ts';

let setup: PaperSetup;
let market: Market;
let wallet: MarketWalletRecord;

beforeAll(async () => {
  setup = await openPaperSetup();
  await setUpWallet(setup);
  setup.venue.openPrivate();
  await until(() => expect(setup.venue.health().streams.at(-1)).toMatchObject({ name: 'private', at: 'open' }));
  market = (await setup.venue.listMarkets()).items.find((one) => one.status === 'active')!;
  wallet = await setup.venue.fetchMarketWallet(parseMarketId(market.id));
});

afterAll(() => setup.close());

/**
 * The exchange as if each reserve were released only after `reads` reads: until then orders and balance have the reserve of
 * the placement, and after a cancel the balance still has the lock.
 */
function lag(venue: Venue, reads: number): Venue {
  let left = 0;
  let reserve = 0n;
  let placedLock: bigint | null = null;
  let cancelled: OrderId | null = null;
  const isLate = (): boolean => {
    left -= 1;
    return left >= 0;
  };
  const late = (order: ExchangeOrder): ExchangeOrder =>
    placedLock === null || cancelled === order.id ? order : { ...order, locked: toUsd(placedLock) };
  const lateBalance = (balance: Balance): Balance => ({
    ...balance,
    locked: toUsd(balance.locked + reserve),
    available: toUsd(balance.available - reserve),
  });
  return {
    ...venue,
    async postOrder(placement) {
      const outcome = await venue.postOrder(placement);
      if (outcome.kind !== 'accepted') throw new Error('Expected an accepted order');
      const order = await venue.fetchOrder(outcome.order.id);
      if (order === null || 'problem' in order) throw new Error('Expected a readable order');
      placedLock = outcome.order.locked;
      reserve = placedLock - order.locked;
      left = reads;
      return outcome;
    },
    async cancelOrder(id) {
      const order = await venue.fetchOrder(id);
      if (order === null || 'problem' in order) throw new Error('Expected a readable order');
      const outcome = await venue.cancelOrder(id);
      cancelled = id;
      reserve = order.locked;
      left = reads;
      return outcome;
    },
    async fetchOrder(id) {
      const order = await venue.fetchOrder(id);
      return isLate() && order !== null && !('problem' in order) ? late(order) : order;
    },
    async listOrders(state) {
      const list = await venue.listOrders(state);
      return isLate() ? { ...list, orders: list.orders.map(late) } : list;
    },
    async listBalances() {
      const balances = await venue.listBalances();
      return isLate() ? { ...balances, items: balances.items.map(lateBalance) } : balances;
    },
  };
}

async function run(venue: Venue): Promise<string[]> {
  const lines: string[] = [];
  await checkTrade(
    venue,
    openReport((line) => lines.push(line)),
    market,
    { wallet, privateKey: setup.privateKey },
  );
  return lines;
}

describe('the trade check', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('passes when reserves are released after %i reads', async (reads) => {
    const lines = await run(lag(setup.venue, reads));
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([]);
    expect(lines.join('\n')).toMatch(/ok +balance by REST/);
    expect(lines.join('\n')).toMatch(/ok +after the cancel/);
  });
});
