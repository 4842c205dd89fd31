/** Orders a second through the engine alone: places and cancels of many accounts on one market, matched and settled. */
import { buildEngine } from '../../src/paper/engine/engine.ts';
import type { Order } from '../../src/paper/engine/state.ts';
import { buildRandom } from '../../src/paper/simulation/random.ts';

export interface EngineFigure {
  readonly ordersPerSecond: number;
  readonly fills: number;
}

export function measureEngine(orders: number): EngineFigure {
  let fills = 0;
  const engine = buildEngine({
    onOrder() {},
    onFill() {},
    onBalance() {},
    onPosition() {},
    onTrade() {
      fills += 1;
    },
  });
  const random = buildRandom(1, 1);
  const accounts = Array.from({ length: 50 }, () => {
    const account = engine.openAccount(false, true);
    engine.deposit(account, 1_000_000_000_000, 0);
    return account;
  });
  const markets = Array.from({ length: 20 }, () => engine.openMarket(50));
  const resting: Order[] = [];
  const play = (count: number): void => {
    for (let turn = 0; turn < count; turn += 1) {
      const middle = 45 + random.below(11);
      const isYes = random.chance(500_000);
      const result = engine.place(
        {
          account: accounts[random.below(accounts.length)]!,
          market: markets[random.below(markets.length)]!,
          side: isYes ? 'yes' : 'no',
          direction: 'buy',
          ticks: isYes ? middle - 1 : 100 - middle - 1,
          shares: (1 + random.below(50)) * 1_000_000,
          postOnly: false,
        },
        turn,
      );
      if (result.ok && result.order.state === 'wait') resting.push(result.order);
      if (resting.length > 4_000) {
        const at = random.below(resting.length);
        engine.cancel(resting[at]!, turn);
        resting[at] = resting.at(-1)!;
        resting.pop();
      }
      if (turn % 1_000 === 0) for (const id of engine.orders.keys()) engine.forgetOrder(id);
    }
  };
  play(orders / 10);
  fills = 0;
  const before = process.cpuUsage();
  play(orders);
  const { user, system } = process.cpuUsage(before);
  return { ordersPerSecond: Math.round((orders * 1_000_000) / (user + system)), fills };
}
