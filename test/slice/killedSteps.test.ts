/** `kill -9` of a real program at each step of docs/life-of-an-order.md, and a start on the same files and exchange. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoveView } from '#shared/order/exits/progress.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { toShares } from '#shared/units/shares.ts';
import { CRASH_HOOKS } from './crashHooks.ts';
import type { CrashSetup } from './crashProcess.ts';
import { runAndKill } from './runAndKill.ts';
import { intend, openTraderBench, PASSWORD, RESTING_PRICE, type TraderBench, until } from './traderBench.ts';

const ENTRY = join(import.meta.dirname, 'crashProcess.ts');

let bench: TraderBench;
let market: MarketId;
async function open(kind: 'key' | 'custodial'): Promise<void> {
  bench = await openTraderBench();
  await bench.setUp(kind);
  market = (await bench.watchBusyMarket()).id;
}

const points = Object.entries(CRASH_HOOKS).map(([name, point], at) => ({ name, point, at }));
/** Of a custodial account, where each kind of end differs: nothing sent, sent without an answer, answered. */
const unsignedPoints = points.filter(({ name }) => /^(8|9|10)/.test(name));

describe.each([
  { kind: 'key', of: points },
  { kind: 'custodial', of: unsignedPoints },
] as const)('an account of kind $kind, after kill -9 at step', ({ kind, of }) => {
  beforeAll(() => open(kind), 60_000);
  afterAll(() => bench.close());

  it.each(of)('$name, the view is the exchange’s and nothing is placed twice', async ({ name, point, at }) => {
    // The size names the order on the exchange.
    const shares = toShares((20 + at) * 1_000_000);
    const intent = intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE, shares, postOnly: true });
    const { dataFolder, exchange, answers } = bench;
    const trader = await bench.reopen(() =>
      runAndKill<CrashSetup>(ENTRY, {
        dataFolder,
        port: answers.port,
        token: exchange.token!,
        password: PASSWORD,
        point: name,
        intent,
        to: RESTING_PRICE + 10_000,
      }),
    );
    const { trading, vault } = trader;
    const onExchange = () =>
      [...exchange.world.engine.orders.values()].filter((order) => !order.account.isHouse && order.shares === shares);
    const found = onExchange();
    expect(found.map(({ state }) => state)).toEqual(point.exchange === null ? [] : [point.exchange]);

    await vault.unlock(PASSWORD);
    await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
    const shown = () => trading.view().orders.filter((order) => order.intentId === intent.intentId);
    await until(() => expect(shown().map(({ life }) => life.at)).toEqual(point.life === null ? [] : [point.life]));
    for (const order of found) {
      expect(shown()).toMatchObject([{ orderId: String(order.id), remaining: order.remaining, filled: 0 }]);
    }
    if (point.life !== null) {
      // A repeated click is answered from the journal.
      trader.market.watch({ books: [market], tapes: [], candles: [], underlyings: [] });
      const [order] = found;
      const receipt = order ? { outcome: 'accepted', orderId: String(order.id) } : { outcome: 'unknown' };
      expect(await trading.place(intent)).toMatchObject(receipt);
    }
    expect(onExchange()).toEqual(found);

    const moves = (trading.view().exits ?? []).filter((one): one is MoveView => one.kind === 'move');
    if (point.act === 'move') {
      expect(moves).toMatchObject([
        {
          from: RESTING_PRICE,
          to: toPrice(RESTING_PRICE + 10_000),
          state: {
            outcome: { code: 'programStopped', parameters: { old: { at: 'cancelled' }, rest: shares, placed: null } },
          },
        },
      ]);
      trading.dismissExit(moves[0]!.moveId);
    }
    expect(trading.view().exits).toEqual([]);
    await trading.cancelAll(ALL_ORDERS);
    await until(() => expect(found.every(({ state }) => state !== 'wait')).toBe(true));
    expect(trading.view().orders.filter(({ life }) => !isTerminal(life) && life.at !== 'unknown')).toEqual([]);
  });
});
