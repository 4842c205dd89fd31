/** `kill -9` of a real program at each step of a conditional order, and a start on the same files and exchange. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { CONDITIONAL_HOOKS } from './conditionalHooks.ts';
import type { ConditionalSetup } from './conditionalProcess.ts';
import { runAndKill } from './runAndKill.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

const ENTRY = join(import.meta.dirname, 'conditionalProcess.ts');

let bench: TraderBench;
let market: MarketId;
beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const busy = await bench.watchBusyMarket();
  market = busy.id;
  bench.trader.trading.setArmed(true);
  const buy = { market, side: 'yes', direction: 'buy', price: toPrice(busy.ask + 50_000) } as const;
  await bench.trader.trading.place(intend({ ...buy, shares: parseShares('200') }));
  await until(() => expect(bench.trader.trading.view().positions).toMatchObject([{ market, outcome: 'yes' }]));
}, 60_000);
afterAll(() => bench.close());

function buildStop(shares: number): ConditionalTerms {
  const outcome = { market, side: 'yes' } as const;
  return {
    kind: 'stop',
    outcome,
    direction: 'sell',
    shares: toShares(shares),
    worst: toPrice(10_000),
    startsWhen: null,
    goodTillMs: null,
    trigger: {
      kind: 'price',
      outcome,
      source: 'ask',
      crosses: 'atOrBelow',
      price: toPrice(980_000),
      minShares: toShares(1_000_000),
      maxSpread: 900_000,
      confirm: { kind: 'double' },
    },
    limit: toPrice(10_000),
    walk: null,
  };
}

const points = Object.entries(CONDITIONAL_HOOKS).map(([name, point], at) => ({ name, point, at }));

describe('after kill -9 when', () => {
  it.each(points)('$name, it goes on or says why not, and nothing is placed twice', async ({ name, point, at }) => {
    const { dataFolder, exchange, answers } = bench;
    // The size names its orders on the exchange.
    const shares = (5 + at) * 1_000_000;
    const id = randomUUID() as ConditionalId;
    const setup = { dataFolder, port: answers.port, token: exchange.token!, password: PASSWORD, point: name };
    const trader = await bench.reopen(() =>
      runAndKill<ConditionalSetup>(ENTRY, { ...setup, id, terms: buildStop(shares) }),
    );
    const { trading, vault } = trader;
    await vault.unlock(PASSWORD);
    await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
    const find = () => trading.conditionals.view().conditionals.find((one) => one.id === id);
    await until(() => expect(find()?.life.at).toBe(point.life));
    const sold = [...exchange.world.engine.orders.values()].filter(
      (order) => !order.account.isHouse && order.direction === 'sell' && order.shares === shares,
    );
    expect(sold.map(({ state, remaining }) => [state, remaining])).toEqual(point.orders === 0 ? [] : [['done', 0]]);
    if (point.life === 'waiting') expect(find()!.life).toMatchObject({ reason: { code: 'orderUnknown' } });
    if (point.life === 'done') expect(find()!.filled).toBe(shares);
  });
});
