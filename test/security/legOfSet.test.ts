/** Every kind of conditional order on one leg of a complete set, disarmed: its sale raises risk, so it is no exit and nothing is sent. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { type ConditionalKind, type ConditionalTerms, KIND_NAMES } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { type MarketId, parseIntentId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { intend, openTraderBench, type TraderBench, until } from '#test/slice/traderBench.ts';
import { withSamples } from '../../tools/samples/conditionalTerms.ts';

let bench: TraderBench;
let market: MarketId;
let bid: Price;
/** When every one of them starts. */
let startsAtMs: number;
const armed = new Map<ConditionalKind, ConditionalId>();

const held = (side: 'yes' | 'no') =>
  bench.trader.trading.view().positions.find((one) => one.market === market && one.outcome === side)?.quantity ?? 0;
const find = (id: ConditionalId) => bench.trader.trading.conditionals.view().conditionals.find((one) => one.id === id)!;

/** Each would sell at once when it starts. */
function buildTerms(): Readonly<Record<ConditionalKind, ConditionalTerms>> {
  const yes = { market, side: 'yes' } as const;
  const shares = parseShares('2');
  const low = toPrice(bid - 60_000);
  const trigger: PriceTrigger = {
    kind: 'price',
    outcome: yes,
    source: 'ask',
    crosses: 'atOrBelow',
    price: toPrice(990_000),
    minShares: toShares(10_000),
    maxSpread: 900_000,
    confirm: { kind: 'double' },
  };
  const base = {
    outcome: yes,
    direction: 'sell',
    shares,
    worst: low,
    startsWhen: { kind: 'time', atMs: startsAtMs },
    goodTillMs: null,
  } as const;
  const stop = { trigger, limit: low, worst: low, walk: null };
  const order = { price: low, postOnly: false };
  const tuned: Partial<Record<ConditionalKind, ConditionalTerms>> = {
    stop: { ...base, ...stop, kind: 'stop' },
    takeProfit: { ...base, kind: 'takeProfit', limit: low, touch: null },
    oco: { ...base, kind: 'oco', takeProfit: toPrice(980_000), stop, flipTicks: null },
    trailing: {
      ...base,
      kind: 'trailing',
      distance: { kind: 'ticks', ticks: 1 },
      activation: null,
      minShares: toShares(10_000),
      maxSpread: 900_000,
      cap: 60_000,
      walk: null,
    },
    bracket: {
      ...base,
      kind: 'bracket',
      direction: 'buy',
      worst: toPrice(20_000),
      entry: { price: toPrice(20_000), postOnly: false },
      takeProfit: low,
      stop,
      batch: shares,
    },
    goodTill: { ...base, ...order, kind: 'goodTill', killAfterMs: null },
    closeBefore: { ...base, kind: 'closeBefore', beforeMs: 10 ** 10, limit: low, walk: null },
    scale: { ...base, kind: 'scale', levels: [{ price: low, shares }], postOnly: false },
    iceberg: { ...base, kind: 'iceberg', price: low, clip: shares, sizeSpreadBps: 0, maxDelayMs: 0 },
    twap: {
      ...base,
      kind: 'twap',
      lengthMs: 60_000,
      slices: 2,
      minSlice: toShares(10_000),
      pricing: 'cross',
      atEnd: 'report',
    },
    chase: {
      ...base,
      kind: 'chase',
      postOnly: false,
      minTicks: 1,
      minMs: 500,
      everyMs: 2_000,
      maxMoves: 3,
      maxMs: 60_000,
      maxTicks: 50,
      atEnd: 'take',
    },
    oneCancelsAll: { ...base, kind: 'oneCancelsAll', legs: [{ outcome: yes, shares, price: low }], mode: 'block' },
    offset: { ...base, kind: 'offset', parent: order, batch: shares, steps: [2] },
  };
  return withSamples(tuned, { ...base, trigger });
}

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
  const { trading } = bench.trader;
  const busy = await bench.watchBusyMarket();
  market = busy.id;
  ({ bid } = busy);
  trading.setArmed(true);
  for (const [side, price] of [
    ['yes', busy.ask],
    ['no', 1_000_000 - busy.bid],
  ] as const) {
    const at = toPrice(Math.min(960_000, price + 60_000));
    expect(
      await trading.place(intend({ market, side, direction: 'buy', price: at, shares: parseShares('100') })),
    ).toMatchObject({
      outcome: 'accepted',
    });
    await until(() => expect(held(side)).toBe(parseShares('100')));
  }
  startsAtMs = Date.now() + 2_000;
  const terms = buildTerms();
  // While trading is armed each may be armed: it would then be checked as any order that opens a position.
  for (const kind of KIND_NAMES) {
    const id = randomUUID() as ConditionalId;
    expect(trading.conditionals.arm(id, terms[kind]), kind).toEqual({ outcome: 'armed', id });
    armed.set(kind, id);
  }
  trading.setArmed(false);
});
afterAll(() => bench.close());

it('arms none of those that sell while trading is disarmed', () => {
  for (const terms of Object.values(buildTerms())) {
    const receipt = bench.trader.trading.conditionals.arm(randomUUID() as ConditionalId, terms);
    expect(receipt, terms.kind).toMatchObject({ outcome: 'refused', reason: { code: 'disarmed' } });
  }
});

it('sends no order of any kind, and each that is due says that trading is disarmed', async () => {
  await until(() => expect(Date.now()).toBeGreaterThan(startsAtMs + 3_000));
  // A trailing stop waits for its peak first; a bracket has bought nothing.
  const due = KIND_NAMES.filter((kind) => kind !== 'trailing' && kind !== 'bracket');
  await until(() => {
    for (const kind of due) {
      const reason = { code: 'blocked', parameters: { code: 'disarmed' } };
      expect(find(armed.get(kind)!).life, kind).toMatchObject({ at: 'waiting', reason });
    }
  });
  for (const id of armed.values()) expect(find(id).orders).toEqual([]);
  expect([held('yes'), held('no')]).toEqual([parseShares('100'), parseShares('100')]);
});

it('sells by no flatten either: both legs are paired, and a placement as an exit is tested like any', async () => {
  const { trading } = bench.trader;
  const leg = { market, side: 'yes', route: 'sell', worst: toPrice(10_000), shares: parseShares('100') } as const;
  const flattenId = parseIntentId('leg-of-set-flatten');
  trading.flatten({ flattenId, legs: [{ ...leg, isBookConfirmed: true }], cancelsOrders: true });
  await until(() => {
    const view = (trading.view().exits ?? []).find((one) => one.kind === 'flatten' && one.flattenId === flattenId);
    expect(view).toMatchObject({ legs: [{ exited: 0, left: { code: 'nothingHeld' } }] });
  });
});

it('sells once the other leg is gone, because it is an exit then', async () => {
  const { trading } = bench.trader;
  for (const [kind, id] of armed) if (kind !== 'stop') trading.conditionals.cancel(id);
  // Both at once go out of the set: the sale of one leg alone is a position, which armed trading may open.
  const { bestAsk } = bench.trader.market.book(market)!;
  trading.setArmed(true);
  trading.conditionals.cancel(armed.get('stop')!);
  const price = toPrice(Math.max(10_000, 1_000_000 - bestAsk! - 60_000));
  const sale = intend({ market, side: 'no', direction: 'sell', price, shares: parseShares('100') });
  // An answer that is late on a loaded machine is followed by the stream, like any.
  expect((await trading.place(sale)).outcome).toMatch(/accepted|unknown/);
  await until(() => expect(held('no')).toBe(0));
  trading.setArmed(false);
  startsAtMs = Date.now() + 500;
  const id = randomUUID() as ConditionalId;
  expect(trading.conditionals.arm(id, buildTerms().stop)).toEqual({ outcome: 'armed', id });
  await until(() => expect(held('yes')).toBe(parseShares('98')));
});
