/**
 * A hostile page against the real trader and the embedded exchange: what it loses stays within the stated bound.
 *
 * Shape       The limits in dollars are a fiftieth of the defaults, so that one burst meets them; no clock is moved.
 */
import { afterEach, expect, it } from 'vitest';
import type { OrderIntent } from '#shared/order/intent.ts';
import { equityOf } from '#shared/order/risk/day.ts';
import { buildLimits, LIMIT_RULES, type LimitName } from '#shared/order/risk/limits.ts';
import { toPrice } from '#shared/units/price.ts';
import { type Shares, toShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { intend, openTraderBench, type TraderBench, until } from '#test/slice/traderBench.ts';

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

let bench: TraderBench;
afterEach(() => bench.close());

function equity(): bigint {
  const { trading, market } = bench.trader;
  const { balance, positions } = trading.view();
  const value = equityOf({ balance, positions, market: (id) => market.market(id), book: (id) => market.book(id) });
  expect(value).not.toBeNull();
  return value ?? 0n;
}

it('loses at most the limits of loss and given-away value, whatever it buys and sells', async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { id } = await bench.watchBusyMarket();
  const { trading, market } = bench.trader;
  trading.changeRisk({ limits: LIMITS }, true);
  trading.setArmed(true);
  const before = equity();
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
  const lost = before - equity();
  expect(lost <= LIMITS.dayLoss + LIMITS.dayGivenAway).toBe(true);
  expect(LIMITS.dayLoss + LIMITS.dayGivenAway).toBe(parseUsd('70'));
}, 120_000);
