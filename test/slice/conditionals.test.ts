/** Conditional orders on a real embedded exchange: armed, triggered, placed, filled, cancelled, locked and restarted. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConditionalView } from '#shared/ipc/conditionals.ts';
import type { ConditionalId, ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
let market: MarketId;
let bid: Price;
let ask: Price;

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
  ({ id: market } = await bench.watchBusyMarket());
  bench.trader.interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
  await hold(parseShares('100'));
}, 60_000);
afterAll(() => bench.close());
afterEach(async () => {
  for (const { id } of all()) {
    bench.trader.trading.conditionals.cancel(id);
    await until(() => expect(bench.trader.trading.conditionals.dismiss(id)).toBe(true));
  }
});

const all = (): readonly ConditionalView[] => bench.trader.trading.conditionals.view().conditionals;
const find = (id: ConditionalId): ConditionalView => all().find((one) => one.id === id)!;
const held = (): number =>
  bench.trader.trading.view().positions.find((one) => one.market === market && one.outcome === 'yes')?.quantity ?? 0;

function readBook(): void {
  const book = bench.trader.market.book(market)!;
  bid = book.bestBid!;
  ask = book.bestAsk!;
}

async function hold(shares: number): Promise<void> {
  const { trading } = bench.trader;
  trading.setArmed(true);
  readBook();
  const before = held();
  const receipt = await trading.place(
    intend({ market, side: 'yes', direction: 'buy', price: toPrice(ask + 50_000), shares: toShares(shares) }),
  );
  expect(receipt).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(held()).toBe(before + shares));
}

function trigger(change: Partial<PriceTrigger>): PriceTrigger {
  return {
    kind: 'price',
    outcome: { market, side: 'yes' },
    source: 'ask',
    crosses: 'atOrBelow',
    price: toPrice(20_000),
    minShares: parseShares('1'),
    maxSpread: 500_000,
    confirm: { kind: 'double' },
    ...change,
  };
}

const base = { startsWhen: null, goodTillMs: null } as const;

function arm(terms: Partial<ConditionalTerms> & Pick<ConditionalTerms, 'kind'>): ConditionalId {
  const id = randomUUID() as ConditionalId;
  const outcome = { market, side: 'yes' } as const;
  const full = { ...base, outcome, direction: 'sell', shares: parseShares('10'), worst: toPrice(10_000), ...terms };
  expect(bench.trader.trading.conditionals.arm(id, full as ConditionalTerms)).toEqual({ outcome: 'armed', id });
  return id;
}

describe('a stop', () => {
  it('sells once its trigger was true twice, and the journal explains it', async () => {
    readBook();
    const before = held();
    const id = arm({
      kind: 'stop',
      trigger: trigger({ price: toPrice(ask + 100_000) }),
      limit: toPrice(bid - 50_000),
      walk: null,
    });
    await until(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    await until(() => expect(held()).toBe(before - parseShares('10')));
    const view = find(id);
    expect(view.orders).toMatchObject([{ direction: 'sell', shares: parseShares('10'), filled: parseShares('10') }]);
    expect(view.fired).toMatchObject([{ name: 'stop', isLate: false, evidence: [{ kind: 'book', market }] }]);
    const [order] = bench.trader.trading.view().orders.filter(({ intentId }) => intentId === view.orders[0]!.intentId);
    expect(order).toMatchObject({ life: { at: 'done' } });
  }, 30_000);
});

describe('a take profit', () => {
  it('rests, and its cancel ends it once the exchange proves it', async () => {
    readBook();
    const id = arm({ kind: 'takeProfit', limit: toPrice(980_000), touch: null });
    await until(() => expect(find(id).life.at).toBe('working'));
    expect(bench.trader.trading.conditionals.cancel(id)).toBe(true);
    await until(() =>
      expect(find(id)).toMatchObject({ life: { at: 'cancelled', reason: { code: 'person' } }, filled: 0 }),
    );
    await bench.trader.trading.cancelAll(ALL_ORDERS);
  }, 30_000);
});
