/**
 * A hostile page against the trader: what it loses stays within the stated bound.
 *
 * Shape       A burst on the embedded exchange, with limits in dollars of a fiftieth of the defaults; and an hour of the fake
 *             clock with the default limits, against an accomplice who takes the other side of every order.
 */
import { afterEach, expect, it } from 'vitest';
import type { OrderIntent } from '#shared/order/intent.ts';
import { equityOf } from '#shared/order/risk/day.ts';
import { buildLimits, DEFAULT_RISK_LIMITS, LIMIT_RULES, type LimitName } from '#shared/order/risk/limits.ts';
import { toPrice } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { costFloor, parseUsd } from '#shared/units/usd.ts';
import { intend, openTraderBench, type TraderBench, until } from '#test/slice/traderBench.ts';
import { type AcceptedOrder, BEST_ASK, BEST_BID, openAccomplice } from './accomplice.ts';

const SCALE = 50n;
const SCALED: readonly LimitName[] = [
  'orderCost',
  'orderGivenAway',
  'openNotional',
  'marketLoss',
  'eventLoss',
  'dayLoss',
  'minuteNotional',
  'minuteGivenAway',
  'dayGivenAway',
];
const LIMITS = buildLimits((name) => LIMIT_RULES[name].initial / (SCALED.includes(name) ? SCALE : 1n));
const ATTEMPTS = 150;

let bench: TraderBench | undefined;
afterEach(() => bench?.close());

function equity({ trader }: TraderBench): bigint {
  const { trading, market } = trader;
  const { balance, positions } = trading.view();
  const value = equityOf({ balance, positions, market: (id) => market.market(id), book: (id) => market.book(id) });
  expect(value).not.toBeNull();
  return value ?? 0n;
}

it('loses at most the limits of loss and given-away value, whatever it buys and sells', async () => {
  const burst = await openTraderBench();
  bench = burst;
  await burst.setUp();
  const { id } = await burst.watchBusyMarket();
  const { trading, market } = burst.trader;
  trading.changeRisk({ limits: LIMITS }, true);
  trading.setArmed(true);
  const before = equity(burst);
  const refused = new Map<string, number>();
  let accepted = 0;

  async function attempt(intent: OrderIntent): Promise<void> {
    const receipt = await trading.place(intent);
    if (receipt.outcome === 'accepted') accepted += 1;
    if (receipt.outcome !== 'denied') return;
    for (const denial of receipt.denials) {
      const name = denial.code === 'limit' ? denial.parameters.limit : denial.code;
      refused.set(name, (refused.get(name) ?? 0) + 1);
    }
  }

  for (let count = 0; count < ATTEMPTS; count += 1) {
    const { bestAsk } = market.book(id)!;
    const through = toPrice(Math.min(990_000, (bestAsk ?? 500_000) + (count % 12) * 10_000));
    const shares = toShares((1 + (count % 40)) * 5_000_000);
    await attempt(intend({ market: id, side: 'yes', direction: 'buy', price: through, shares }));
    const held = trading.view().positions.find((one) => one.market === id && one.outcome === 'yes')?.sellable ?? 0;
    const part = [held, Math.floor(held / 2 / 10_000) * 10_000, 5_000_000][count % 3] as Shares;
    const price = toPrice(count % 2 === 0 ? 10_000 : 200_000);
    if (part > 0) await attempt(intend({ market: id, side: 'yes', direction: 'sell', price, shares: part }));
  }

  await trading.reconcile();
  await until(() => expect(trading.view().risk.unsettled).toEqual([]));
  expect(accepted).toBeGreaterThan(2);
  expect([...refused.keys()]).toEqual(expect.arrayContaining(['orderGivenAway', 'minuteNotional']));
  const risk = trading.view().risk;
  expect(risk.givenAwayToday <= LIMITS.minuteGivenAway).toBe(true);
  const lost = before - equity(burst);
  expect(lost <= LIMITS.dayLoss + LIMITS.dayGivenAway).toBe(true);
  expect(LIMITS.dayLoss + LIMITS.dayGivenAway).toBe(parseUsd('70'));
}, 120_000);

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const HOUR_SECONDS = 3_600;

/** Against the best price of the book, without the limits' own code. */
function givenAwayBy({ direction, price, shares }: AcceptedOrder): bigint {
  const gap = direction === 'buy' ? price - BEST_ASK : BEST_BID - price;
  return gap <= 0 ? 0n : (BigInt(gap) * BigInt(shares)) / 1_000_000n;
}

/** The most that `sum` reaches over the orders of one rolling minute. */
function worstMinute(orders: readonly AcceptedOrder[], value: (order: AcceptedOrder) => bigint): bigint {
  let worst = 0n;
  for (const first of orders) {
    const within = orders.filter(({ atMs }) => atMs >= first.atMs && atMs < first.atMs + MINUTE_MS);
    const sum = within.reduce((total, order) => total + value(order), 0n);
    if (sum > worst) worst = sum;
  }
  return worst;
}

it('loses in an hour at most what the limits of a day allow, with an accomplice on the other side', async () => {
  const { bench: trading, markets, accepted, held, equity: equityNow } = await openAccomplice('40000');
  const { clock } = trading;
  const before = equityNow();
  const refused = new Set<string>();
  let count = 0;
  const lostAt: bigint[] = [];
  const attempt = async (intent: Omit<OrderIntent, 'intentId' | 'postOnly' | 'bookVersion'>): Promise<void> => {
    trading.trading.setArmed(true);
    const receipt = await trading.trading.place(intend(intent));
    if (receipt.outcome !== 'denied') return;
    for (const denial of receipt.denials) refused.add(denial.code === 'limit' ? denial.parameters.limit : denial.code);
  };
  for (let second = 0; second < HOUR_SECONDS; second += 1) {
    count += 1;
    const market = markets[count % markets.length]!;
    const beyond = [0, 10_000, 50_000, 90_000][count % 4]!;
    const size = [8_000, 1_000, 200, 20][Math.floor(count / 4) % 4]! * 1_000_000;
    await attempt({ market, side: 'yes', direction: 'buy', price: toPrice(BEST_ASK + beyond), shares: toShares(size) });
    const part = toShares(Math.min(held(market), size));
    const low = toPrice([BEST_BID, 590_000, 300_000, 10_000][count % 4]!);
    if (part > 0) await attempt({ market, side: 'yes', direction: 'sell', price: low, shares: part });
    await clock.advance(SECOND_MS);
    lostAt.push(before - equityNow());
  }

  const { orderGivenAway, minuteGivenAway, dayGivenAway, minuteNotional, dayLoss } = DEFAULT_RISK_LIMITS;
  const limits: LimitName[] = ['orderGivenAway', 'minuteGivenAway', 'dayGivenAway', 'minuteNotional', 'dayLoss'];
  expect([...refused]).toEqual(expect.arrayContaining(limits));
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  const opened = accepted.filter(({ direction }) => direction === 'buy');
  expect(accepted.every((order) => givenAwayBy(order) <= orderGivenAway)).toBe(true);
  expect(worstMinute(accepted, givenAwayBy) <= minuteGivenAway).toBe(true);
  expect(worstMinute(opened, ({ price, shares }) => costFloor(price, shares)) <= minuteNotional).toBe(true);
  expect(sum(accepted.map(givenAwayBy)) <= dayGivenAway).toBe(true);
  expect(lostAt.every((lost) => lost <= dayLoss + dayGivenAway)).toBe(true);
});
