/**
 * Random actions on the engine with its invariants checked.
 *
 * Shape       Places, cancels, merges, pending orders, wallets that fail to settle, results, redemptions, voids, withdrawals.
 *
 * Errors      Returns the broken invariant and the action, or null.
 */

import { buildEngine, type EngineListener } from './engine/engine.ts';
import { listBrokenInvariants } from './engine/invariants.ts';
import type { Account, Order } from './engine/state.ts';
import { buildRandom } from './simulation/random.ts';

export interface Broken {
  readonly round: number;
  readonly sentences: readonly string[];
}

export interface Checked {
  readonly broken: Broken | null;
  readonly fills: number;
  readonly resolved: number;
}

const SILENT: EngineListener = {
  onOrder() {},
  onFill() {},
  onBalance() {},
  onPosition() {},
  onTrade() {},
};
const MEMBERS = 12;
const MARKETS = 4;
/** Orders that may be cancelled later. */
const REMEMBERED = 2_000;

/** Checks the whole state every `checkEvery` actions and at the end. */
export function checkRandomActions(seed: number, actions: number, checkEvery: number): Checked {
  const random = buildRandom(seed, 404);
  let fills = 0;
  let resolved = 0;
  const engine = buildEngine({
    ...SILENT,
    onTrade() {
      fills += 1;
    },
  });
  const accounts: Account[] = Array.from({ length: MEMBERS }, (_, at) => {
    const account = engine.openAccount(at < 2, at !== 3);
    engine.deposit(account, 5_000_000_000, 0);
    return account;
  });
  const markets = Array.from({ length: MARKETS }, () => engine.openMarket(50));
  const orders: Order[] = [];
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;

  const place = (round: number): void => {
    const result = engine.place(
      {
        account: pick(accounts),
        market: pick(markets),
        side: random.chance(500_000) ? 'yes' : 'no',
        direction: random.chance(600_000) ? 'buy' : 'sell',
        ticks: 1 + random.below(99),
        // Odd millionths, because rounding must not lose one.
        shares: 1 + random.below(random.chance(200_000) ? 50 : 90_000_000),
        postOnly: random.chance(200_000),
        immediate: random.chance(100_000),
        pending: random.chance(50_000),
        expiresAtMs: null,
      },
      round,
    );
    if (!result.ok) return;
    if (orders.length < REMEMBERED) orders.push(result.order);
    else orders[random.below(REMEMBERED)] = result.order;
  };

  /** Closes, resolves and retires a market, and opens another one. */
  const finish = (round: number): void => {
    const at = random.below(MARKETS);
    const market = markets[at]!;
    engine.closeMarket(market, round);
    engine.resolveMarket(market, pick(['yes', 'no', 'void'] as const), round);
    resolved += 1;
    for (const account of accounts) if (random.chance(700_000)) engine.redeem(account, market, round);
    for (const account of accounts) engine.redeem(account, market, round);
    engine.retireMarket(market, true);
    markets[at] = engine.openMarket(50);
  };

  const act = (round: number): void => {
    const dice = random.below(1_000_000);
    if (dice < 120_000 && orders.length > 0) engine.cancel(pick(orders), round);
    else if (dice < 150_000 && orders.length > 0) engine.activate(pick(orders), round);
    else if (dice < 160_000) engine.mergeAll(pick(accounts), pick(markets), round);
    else if (dice < 162_000) pick(accounts).failures += 1;
    else if (dice < 165_000) engine.withdraw(pick(accounts), random.below(1_000_000), round);
    else if (dice < 175_000) engine.deposit(pick(accounts), random.below(20_000_000), round);
    else if (dice < 175_300) finish(round);
    else place(round);
  };

  for (let round = 1; round <= actions; round += 1) {
    act(round);
    if (round % 500 === 0) for (const id of [...engine.orders.keys()].slice(0, 400)) engine.forgetOrder(id);
    if (round % checkEvery !== 0 && round !== actions) continue;
    const sentences = listBrokenInvariants(engine);
    if (sentences.length > 0) return { broken: { round, sentences }, fills, resolved };
  }
  return { broken: null, fills, resolved };
}
