/** Conditional orders on a real embedded exchange: armed, triggered, placed, filled, cancelled, locked and restarted. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildDryRunCommands } from '#main/app/commands/dryRun.ts';
import { openDryRuns } from '#main/app/conditionals/dryRuns.ts';
import { openGate } from '#main/ipc/gate.ts';
import { startNodeChild } from '#main/shell/chromium/child.ts';
import { PROTECTED_DEFAULTS } from '#main/storage/settings/protectedSettings.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { CommandName } from '#shared/ipc/commands.ts';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Handlers, Input, Outputs } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import { isTrading } from '#shared/market/market.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { PriceTrigger } from '#shared/order/conditional/trigger.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares, toShares } from '#shared/units/shares.ts';
import { clearQueue, takeFrom } from './counterparty.ts';
import { schedule } from './realTimers.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
let market: MarketId;
let stoppedAtMs: number | null = null;
let idleMs = 0;

beforeAll(async () => {
  const clock = { wallMs: () => Date.now(), nowMs: () => stoppedAtMs ?? Date.now(), factor: 1 };
  bench = await openTraderBench({ steadyMs: () => performance.now() + idleMs }, { clock });
  await bench.setUp();
  ({ id: market } = await bench.watchBusyMarket());
  bench.trader.interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
  await hold(parseShares('100'));
  // The other traders stop: from here on the tests alone change the book.
  stoppedAtMs = Date.now();
  setBook(toPrice(400_000), toPrice(450_000));
});
afterAll(() => bench.close());
afterEach(async () => {
  await bench.trader.venue.stopPaperFaults();
  setBook(toPrice(400_000), toPrice(450_000));
  for (const { id } of all()) {
    bench.trader.trading.conditionals.cancel(id);
    await until(() => expect(bench.trader.trading.conditionals.dismiss(id)).toBe(true));
  }
});

const all = (): readonly ConditionalView[] => bench.trader.trading.conditionals.view().conditionals;
const find = (id: ConditionalId): ConditionalView => all().find((one) => one.id === id)!;
const quantity = (): number =>
  bench.trader.trading.view().positions.find((one) => one.market === market && one.outcome === 'yes')?.quantity ?? 0;

async function hold(shares: number): Promise<void> {
  const { trading } = bench.trader;
  trading.setArmed(true);
  const { bestAsk: ask } = bench.trader.market.book(market)!;
  const before = quantity();
  const receipt = await trading.place(
    intend({ market, side: 'yes', direction: 'buy', price: toPrice(ask! + 50_000), shares: toShares(shares) }),
  );
  expect(receipt).toMatchObject({ outcome: 'accepted' });
  await until(() => expect(quantity()).toBe(before + shares));
}

function trigger(change: Partial<PriceTrigger>): PriceTrigger {
  return {
    kind: 'price',
    outcome: { market, side: 'yes' },
    source: 'ask',
    crosses: 'atOrBelow',
    price: toPrice(300_000),
    minShares: parseShares('1'),
    maxSpread: 500_000,
    confirm: { kind: 'double' },
    ...change,
  };
}

const orderOf = (id: OrderId) => bench.exchange.world.engine.orders.get(Number.parseInt(id, 10));

let prices: readonly [Price, Price];
let size = 500;

/** The other traders offer at the ask and bid at the bid, and nothing else. */
function setBook(bidPrice: Price, askPrice: Price): void {
  prices = [bidPrice, askPrice];
  setBookOf(market, bidPrice, askPrice);
}

function setBookOf(of: MarketId, bidPrice: Price, askPrice: Price): void {
  const { world } = bench.exchange;
  const { book } = world.find(of)!;
  for (const isBid of [true, false]) clearQueue(bench.exchange, { market: book, isBid });
  const account = world.engine.openAccount(true, true);
  world.engine.deposit(account, 1_000_000_000_000, Date.now());
  const rest = {
    account,
    market: book,
    direction: 'buy',
    shares: parseShares(String(size)),
    postOnly: false,
    immediate: false,
  } as const;
  world.engine.place({ ...rest, side: 'yes', ticks: bidPrice / 10_000 }, Date.now());
  world.engine.place({ ...rest, side: 'no', ticks: 100 - askPrice / 10_000 }, Date.now());
  world.flush(book);
}

/** The same, in a book whose sizes change all the time. */
const untilTraded = <T>(check: () => T): Promise<T> =>
  until(() => {
    size = size === 500 ? 501 : 500;
    setBook(...prices);
    return check();
  });

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
    const before = quantity();
    const id = arm({ kind: 'stop', trigger: trigger({}), limit: toPrice(200_000), walk: null });
    await until(() => expect(find(id).life.at).toBe('armed'));
    // Nothing but this trader watches the market: no page shows it.
    bench.trader.interest.watch(1, { books: [], tapes: [], candles: [], underlyings: [] });
    setBook(toPrice(250_000), toPrice(290_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    await until(() => expect(quantity()).toBe(before - parseShares('10')));
    const view = find(id);
    expect(view.orders).toMatchObject([{ direction: 'sell', shares: parseShares('10'), filled: parseShares('10') }]);
    expect(view.fired).toMatchObject([{ name: 'stop', isLate: false, evidence: [{ kind: 'book', market }] }]);
    const [order] = bench.trader.trading.view().orders.filter(({ intentId }) => intentId === view.orders[0]!.intentId);
    expect(order).toMatchObject({ life: { at: 'done' } });
  });
});

describe('a condition on another market', () => {
  it('is watched by main alone, and sells here once it is true there', async () => {
    const other = bench.trader.market
      .catalogue()
      .markets.find((one) => one.id !== market && isTrading(one, Date.now()))!;
    setBookOf(other.id, toPrice(300_000), toPrice(350_000));
    const there = { outcome: { market: other.id, side: 'yes' }, source: 'bid', crosses: 'atOrAbove' } as const;
    const of = [trigger({ ...there, price: toPrice(600_000) }), trigger({ source: 'bid', price: toPrice(410_000) })];
    const id = arm({ kind: 'stop', trigger: { kind: 'all', of }, limit: toPrice(400_000), walk: null });
    await untilTraded(() => expect(find(id).life.at).toBe('armed'));
    setBookOf(other.id, toPrice(600_000), toPrice(650_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    expect(find(id).fired[0]!.evidence.map((one) => 'market' in one && one.market)).toEqual([other.id, market]);
    expect(find(id).orders).toMatchObject([{ outcome: { market, side: 'yes' }, filled: parseShares('10') }]);
  });
});

describe('a condition on an underlying', () => {
  it('sells once its ticks are there, and says until then that there is none', async () => {
    const at = { symbol: 'BTC-USD', crosses: 'atOrAbove', price: 1, confirm: { kind: 'double' } } as const;
    // Small, as below: what all of this account's sales may give away in a day is bounded.
    const part = { shares: parseShares('1'), limit: toPrice(200_000), walk: null } as const;
    const id = arm({ kind: 'stop', trigger: { kind: 'underlying', ...at }, ...part });
    await until(() => expect(find(id).life).toMatchObject({ at: 'waiting', reason: { code: 'staleTick' } }));
    expect(find(id).orders).toEqual([]);
    // The exchange goes on, and with it the price of the underlying.
    stoppedAtMs = null;
    await until(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    stoppedAtMs = Date.now();
    expect(find(id).fired).toMatchObject([{ name: 'stop', evidence: [{ kind: 'tick', symbol: 'BTC-USD' }] }]);
  });
});

describe('orders that work over prices and time', () => {
  it('rest at every level of a scale, and show one clip of an iceberg', async () => {
    const level = (price: number) => ({ price: toPrice(price), shares: parseShares('5') });
    const scale = arm({ kind: 'scale', levels: [level(970_000), level(980_000)], postOnly: true });
    const clip = parseShares('4');
    const iceberg = arm({ kind: 'iceberg', price: toPrice(990_000), clip, sizeSpreadBps: 0, maxDelayMs: 0 });
    const working = (id: ConditionalId) => find(id).orders.filter(({ life }) => life.at === 'working');
    await until(() => expect(working(scale)).toHaveLength(2));
    await until(() => expect(working(iceberg)).toMatchObject([{ shares: clip, price: toPrice(990_000) }]));
    expect(find(iceberg).orders).toHaveLength(1);
  });

  it('sell the first slice of a TWAP, and chase the best ask', async () => {
    const twap = arm({
      kind: 'twap',
      lengthMs: 600_000,
      slices: 5,
      minSlice: parseShares('1'),
      pricing: 'cross',
      atEnd: 'report',
    });
    await until(() => expect(find(twap).filled).toBe(parseShares('2')));
    expect(find(twap).orders).toHaveLength(1);
    const pace = { minTicks: 1, minMs: 1_000, everyMs: 2_000, maxMoves: 5, maxMs: 60_000, maxTicks: 50 } as const;
    const chase = arm({ kind: 'chase', postOnly: false, atEnd: 'cancel', ...pace });
    await until(() => expect(find(chase).orders[0]).toMatchObject({ direction: 'sell' }));
    expect(find(chase).orders[0]!.price).toBe(toPrice(450_000));
  });
});

describe('a take profit', () => {
  it('rests, fills in part, and its cancel ends it with what filled', async () => {
    const id = arm({ kind: 'takeProfit', limit: toPrice(980_000), touch: null });
    await until(() => expect(find(id).orders).toMatchObject([{ life: { at: 'working' } }]));
    const { orderId } = find(id).orders[0]!;
    takeFrom(bench.exchange, orderId!, parseShares('4'));
    await until(() => expect(find(id).filled).toBe(parseShares('4')));
    expect(bench.trader.trading.conditionals.cancel(id)).toBe(true);
    await until(() => expect(find(id)).toMatchObject({ life: { at: 'partial' }, filled: parseShares('4') }));
    expect(orderOf(orderId!)).toMatchObject({ state: 'cancel', remaining: parseShares('6') });
  });

  it('that somebody else cancels needs an answer, and goes on with one', async () => {
    const id = arm({ kind: 'takeProfit', limit: toPrice(980_000), touch: null });
    await until(() => expect(find(id).orders).toMatchObject([{ life: { at: 'working' } }]));
    await bench.trader.trading.cancelAll(ALL_ORDERS);
    await until(() => expect(find(id).life).toMatchObject({ at: 'halted', reason: { code: 'orderCancelled' } }));
    expect(bench.trader.trading.conditionals.answer(id, 'resume')).toBe(true);
    await until(() => expect(find(id).orders).toHaveLength(2));
  });
});

describe('an OCO', () => {
  it('cancels its take profit, waits for the proof, and sells the rest by its stop', async () => {
    const id = arm({
      kind: 'oco',
      takeProfit: toPrice(980_000),
      stop: {
        trigger: trigger({ price: toPrice(50_000) }),
        limit: toPrice(20_000),
        worst: toPrice(10_000),
        walk: null,
      },
      flipTicks: null,
    });
    await until(() => expect(find(id).orders).toMatchObject([{ life: { at: 'working' } }]));
    const profit = find(id).orders[0]!.orderId!;
    takeFrom(bench.exchange, profit, parseShares('3'));
    await until(() => expect(find(id).filled).toBe(parseShares('3')));
    const { conditionals } = bench.trader.trading;
    expect(conditionals.change(id, find(id).terms)).toMatchObject({ reason: { code: 'notChangeable' } });
    setBook(toPrice(30_000), toPrice(40_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    expect(find(id).orders).toMatchObject([
      { slot: 'takeProfit', shares: parseShares('10'), filled: parseShares('3') },
      { slot: 'stop', shares: parseShares('7'), filled: parseShares('7') },
    ]);
    expect(orderOf(profit)).toMatchObject({ state: 'cancel' });
  });
});

describe('a trailing stop', () => {
  it('follows the bid up, and sells after it fell by its distance', async () => {
    const id = arm({
      kind: 'trailing',
      distance: { kind: 'ticks', ticks: 5 },
      activation: null,
      minShares: parseShares('1'),
      maxSpread: 500_000,
      cap: 100_000,
      walk: null,
    });
    await untilTraded(() => expect(find(id).peak).toBe(toPrice(400_000)));
    setBook(toPrice(500_000), toPrice(550_000));
    await untilTraded(() => expect(find(id).peak).toBe(toPrice(500_000)));
    setBook(toPrice(420_000), toPrice(440_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    expect(find(id)).toMatchObject({ peak: toPrice(500_000), orders: [{ price: toPrice(350_000) }] });
  });
});

describe('a bracket', () => {
  it('buys, protects what filled, and ends with its take profit', async () => {
    const id = arm({
      kind: 'bracket',
      direction: 'buy',
      worst: toPrice(460_000),
      entry: { price: toPrice(450_000), postOnly: false },
      takeProfit: toPrice(600_000),
      stop: { trigger: trigger({}), limit: toPrice(200_000), worst: toPrice(100_000), walk: null },
      batch: parseShares('1'),
    });
    await until(() => expect(find(id).orders.find(({ slot }) => slot === 'takeProfit')?.life.at).toBe('working'));
    expect(bench.trader.trading.conditionals.view().protections).toMatchObject([
      { protectors: [{ id, shares: parseShares('10'), problem: null }] },
    ]);
    const { orderId } = find(id).orders.find(({ slot }) => slot === 'takeProfit')!;
    takeFrom(bench.exchange, orderId!, parseShares('10'));
    await until(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    expect(find(id).orders.map(({ direction, filled }) => [direction, filled])).toEqual([
      ['buy', parseShares('10')],
      ['sell', parseShares('10')],
    ]);
  });
});

describe('a one-cancels-all', () => {
  /** A market beside this one, with a book of its own. */
  const openOther = (): MarketId => {
    const id = bench.trader.market.catalogue().markets.find((one) => one.id !== market)!.id;
    setBookOf(id, toPrice(200_000), toPrice(900_000));
    return id;
  };
  const legsOf = (id: ConditionalId) =>
    find(id)
      .orders.filter(({ life }) => life.at === 'working')
      .map(({ slot, shares }) => [slot, shares]);

  it('has one leg on the book, the one that is nearer, and less of it for what the other filled', async () => {
    const other = openOther();
    const legs = [
      { outcome: { market, side: 'yes' }, shares: parseShares('10'), price: toPrice(410_000) },
      { outcome: { market: other, side: 'yes' }, shares: parseShares('20'), price: toPrice(300_000) },
    ] as const;
    const id = arm({ kind: 'oneCancelsAll', direction: 'buy', worst: toPrice(410_000), legs, mode: 'block' });
    await until(() => expect(legsOf(id)).toEqual([['leg1', parseShares('10')]]));
    const first = find(id).orders[0]!.orderId!;
    takeFrom(bench.exchange, first, parseShares('4'));
    await until(() => expect(find(id).filled).toBe(parseShares('4')));
    setBookOf(other, toPrice(200_000), toPrice(320_000));
    await until(() => expect(legsOf(id)).toEqual([['leg2', parseShares('12')]]));
    expect(orderOf(first)).toMatchObject({ state: 'cancel' });
    takeFrom(bench.exchange, find(id).orders[1]!.orderId!, parseShares('12'));
    await until(() => expect(find(id)).toMatchObject({ life: { at: 'done' }, filled: parseShares('10') }));
  });

  it('as a race has all legs on the book, and cancels the others for what one filled', async () => {
    const other = openOther();
    const legs = [
      { outcome: { market, side: 'yes' }, shares: parseShares('10'), price: toPrice(410_000) },
      { outcome: { market: other, side: 'no' }, shares: parseShares('20'), price: toPrice(50_000) },
    ] as const;
    const terms = { kind: 'oneCancelsAll', direction: 'buy', worst: toPrice(410_000), legs, mode: 'race' } as const;
    const id = arm(terms);
    await until(() => expect(legsOf(id)).toHaveLength(2));
    const [first, second] = find(id).orders.map(({ orderId }) => orderId!);
    takeFrom(bench.exchange, first!, parseShares('5'));
    await until(() => expect(legsOf(id)).toContainEqual(['leg2', parseShares('10')]));
    expect(orderOf(second!)).toMatchObject({ state: 'cancel' });
    takeFrom(bench.exchange, first!, parseShares('5'));
    await until(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    // More than the account has, were all legs to fill.
    const large = legs.map((leg) => ({ ...leg, shares: parseShares('200000') }));
    const huge = { ...base, ...terms, outcome: large[0]!.outcome, shares: large[0]!.shares, legs: large };
    expect(bench.trader.trading.conditionals.arm(randomUUID() as ConditionalId, huge)).toMatchObject({
      reason: { code: 'worstCase' },
    });
  });
});

describe('an offset', () => {
  it('offers what its order filled, each batch once, and the rest when the order ends', async () => {
    const id = arm({
      kind: 'offset',
      direction: 'buy',
      worst: toPrice(410_000),
      parent: { price: toPrice(410_000), postOnly: false },
      batch: parseShares('4'),
      steps: [50, 52],
    });
    await until(() => expect(find(id).orders).toMatchObject([{ life: { at: 'working' } }]));
    const parent = find(id).orders[0]!.orderId!;
    const offsets = () =>
      find(id)
        .orders.slice(1)
        .map(({ price, shares }) => [price, shares]);
    takeFrom(bench.exchange, parent, parseShares('3'));
    takeFrom(bench.exchange, parent, parseShares('3'));
    const first = [
      [toPrice(910_000), parseShares('2')],
      [toPrice(930_000), parseShares('2')],
    ];
    await until(() => expect(offsets()).toEqual(first));
    expect(find(id).orders[1]).toMatchObject({ direction: 'sell', slot: 'offset1.1' });
    await bench.trader.trading.cancel(parent);
    await until(() => expect(offsets()).toHaveLength(4));
    expect(offsets()[2]).toEqual([toPrice(910_000), parseShares('1')]);
    await until(() =>
      expect(
        find(id)
          .orders.slice(1)
          .every(({ orderId }) => orderId !== null),
      ).toBe(true),
    );
    // As a book is taken: the best price first.
    const resting = find(id)
      .orders.slice(1)
      .toSorted((a, b) => a.price - b.price);
    for (const { orderId, shares } of resting) takeFrom(bench.exchange, orderId!, shares);
    await until(() => expect(find(id)).toMatchObject({ life: { at: 'done' }, filled: parseShares('6') }));
  });
});

describe('a stop without proof of its book', () => {
  it('waits, says so, and sells once the book is proved again', async () => {
    const id = arm({ kind: 'stop', trigger: trigger({}), limit: toPrice(200_000), walk: null });
    await until(() => expect(find(id).life.at).toBe('armed'));
    await bench.trader.venue.startPaperFaults([{ kind: 'server_error', target: '/order-book', count: 1_000 }]);
    await until(() => expect(find(id).life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } }));
    const [protection] = bench.trader.trading.conditionals.view().protections;
    expect(protection).toMatchObject({
      unprotected: protection!.quantity,
      protectors: [{ problem: { kind: 'waiting' } }],
    });
    await bench.trader.venue.stopPaperFaults();
    setBook(toPrice(250_000), toPrice(290_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
  });
});

describe('a lock', () => {
  it('of the keys stops each of them, says so, and they go on after the unlock', async () => {
    const { trading, locks, vault } = bench.trader;
    const told: string[] = [];
    const stopTelling = trading.conditionals.onNotice(({ notice }) => {
      if (notice.code === 'waiting') told.push(notice.parameters.reason.code);
    });
    const id = arm({ kind: 'stop', trigger: trigger({}), limit: toPrice(200_000), walk: null });
    await until(() => expect(find(id).life.at).toBe('armed'));
    locks.lock('suspend');
    expect(bench.trader.conditionalsView()).toMatchObject({ isHidden: true, conditionals: [], active: 1, locked: 1 });
    await until(() => expect(find(id).life).toMatchObject({ at: 'waiting', reason: { code: 'locked' } }));
    expect(told).toContain('locked');
    stopTelling();
    setBook(toPrice(250_000), toPrice(290_000));
    expect(find(id).orders).toEqual([]);
    await vault.unlock(PASSWORD);
    await untilTraded(() => expect(find(id)).toMatchObject({ life: { at: 'done' } }));
  }, 40_000);
});

describe('a lock of the screen', () => {
  it('hides them, and they go on behind it', async () => {
    const { locks, vault } = bench.trader;
    const id = arm({
      kind: 'stop',
      shares: parseShares('1'),
      trigger: trigger({}),
      limit: toPrice(200_000),
      walk: null,
    });
    await until(() => expect(find(id).life.at).toBe('armed'));
    idleMs = PROTECTED_DEFAULTS.screenLockMinutes * 60_000 + 1_000;
    await until(() => expect(locks.depth()).toBe('screen'));
    expect(vault.status().at).toBe('unlocked');
    expect(bench.trader.conditionalsView()).toMatchObject({ isHidden: true, conditionals: [], active: 1, locked: 0 });
    setBook(toPrice(250_000), toPrice(290_000));
    await untilTraded(() => expect(find(id)).toMatchObject({ life: { at: 'done' } }));
    await vault.unlock(PASSWORD);
    locks.noteUnlocked();
  }, 40_000);
});

describe('a restart', () => {
  it('goes on with a stop once everything was read', async () => {
    const id = arm({ kind: 'stop', trigger: trigger({}), limit: toPrice(200_000), walk: null });
    await until(() => expect(find(id).life.at).toBe('armed'));
    await bench.reopen();
    await bench.trader.vault.unlock(PASSWORD);
    await until(() => expect(find(id).life.at).toBe('armed'));
    setBook(toPrice(250_000), toPrice(290_000));
    await untilTraded(() => expect(find(id).life).toMatchObject({ at: 'done' }));
    expect(find(id).orders).toHaveLength(1);
  }, 40_000);
});

describe('a dry run', () => {
  it('answers what terms would do on a day, through the bridge, and signs, sends and stores nothing', async () => {
    const { trader } = bench;
    trader.interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
    await until(() => expect(trader.market.book(market)?.health.at).toBe('live'));
    const startChild = () => startNodeChild(path.join(import.meta.dirname, '../../src/dryRun/main.ts'), []);
    const dryRuns = openDryRuns({ shell: { startChild }, schedule, onFault: (error) => expect(error).toBeNull() });
    const gate = openGate(buildDryRunCommands({ trader, dryRuns }) as Handlers);
    const call = async <N extends CommandName>(name: N, input: Input<N>): Promise<Result<Outputs[N]>> =>
      decodeMessage(await gate({ window: 1, trusted: true, name, text: encodeMessage(input) })) as Result<Outputs[N]>;
    const signs = vi.spyOn(trader.vault, 'signOrder');
    const posts = vi.spyOn(trader.venue, 'postOrder');
    const account = trader.trading.view();
    const stored = [trader.journal.listSignedTimes(0).length, all().length, bench.exchange.world.engine.orders.size];
    const outcome = { market, side: 'yes' } as const;
    const terms: Input<'conditional.dryRun'>['terms'] = {
      ...base,
      kind: 'goodTill',
      outcome,
      direction: 'buy',
      shares: parseShares('10'),
      worst: toPrice(990_000),
      price: toPrice(990_000),
      postOnly: false,
      killAfterMs: null,
    };
    const run = await call('conditional.dryRun', { terms, seed: 3, start: null });
    const report = run.ok && run.value.outcome === 'report' ? run.value.report : null;
    expect(report?.steps.map(({ what }) => what.kind)).toEqual(['armed', 'placed', 'filled', 'life']);
    expect(report?.totals).toMatchObject([{ outcome, direction: 'buy', filled: parseShares('10') }]);
    const [began] = report!.start.markets;
    expect(began).toMatchObject({ market, price: toPrice(425_000), isGuessed: false, activity: expect.any(String) });
    expect(report!.endMs - report!.start.startMs).toBe(86_400_000);
    // A day is run again by its start: here one that ends after ten minutes.
    const start = { ...report!.start, markets: [{ ...began!, closeAtMs: report!.start.startMs + 600_000 }] } as never;
    const [first, second] = [
      await call('conditional.dryRun', { terms, seed: 4, start }),
      await call('conditional.dryRun', { terms, seed: 4, start }),
    ];
    expect(first).toMatchObject({ value: { outcome: 'report', report: { seed: 4 } } });
    expect(second).toEqual(first);
    const pending = call('conditional.dryRun', { terms, seed: 4, start: report!.start as never });
    await call('conditional.cancelDryRun', {});
    expect(await pending).toEqual({ ok: true, value: { outcome: 'cancelled' } });
    const unlisted = { ...terms, outcome: { ...outcome, market: 'nowhere' as MarketId } };
    expect(await call('conditional.dryRun', { terms: unlisted, seed: 3, start: null })).toMatchObject({
      value: { outcome: 'refused', reason: { code: 'notArmable', parameters: { reason: { code: 'notListed' } } } },
    });
    expect([signs.mock.calls, posts.mock.calls]).toEqual([[], []]);
    expect([trader.journal.listSignedTimes(0).length, all().length, bench.exchange.world.engine.orders.size]).toEqual(
      stored,
    );
    expect(trader.trading.view().positions).toEqual(account.positions);
    vi.restoreAllMocks();
    await dryRuns.close();
  });
});

describe('a stop whose stream is cut', () => {
  it('waits; with REST to stand in it sells on the book that is read there, with the underlying on its ticks', async () => {
    const stop = { kind: 'stop', trigger: trigger({}), limit: toPrice(200_000), walk: null } as const;
    const waits = arm(stop);
    const sells = arm({ ...stop, standIn: { kind: 'rest' } });
    const standIn = { kind: 'underlying', symbol: 'BTC-USD', crosses: 'atOrAbove', price: 1 } as const;
    const follows = arm({ ...stop, shares: parseShares('1'), standIn });
    const lives = () => [waits, sells, follows].map((id) => find(id).life.at);
    await until(() => expect(lives()).toEqual(['armed', 'armed', 'armed']));
    // The last test: nothing brings the stream back.
    const reason = { code: 'closedByExchange', parameters: { closeCode: 1006 } } as const;
    bench.trader.market.onPublic({ kind: 'disconnected', markets: [market], atMs: Date.now(), reason });
    await until(() => expect(find(waits).life).toMatchObject({ at: 'waiting', reason: { code: 'stale' } }));
    await until(() => expect(find(sells).life.at).toBe('armed'));
    const [{ protectors } = { protectors: [] }] = bench.trader.trading.conditionals.view().protections;
    expect(protectors.find(({ id }) => id === sells)).toMatchObject({
      problem: null,
      sources: [{ problem: 'notLive', standIn: { kind: 'rest', provedAtMs: expect.any(Number) } }],
    });
    setBook(toPrice(250_000), toPrice(290_000));
    await until(() => expect(find(sells).life).toMatchObject({ at: 'done' }));
    expect(find(sells).fired).toMatchObject([{ evidence: [{ kind: 'book', isRest: true }] }]);
    // The exchange stands still, and with it the price of the underlying: that is no price either.
    expect(find(follows)).toMatchObject({ life: { at: 'waiting', reason: { code: 'staleTick' } }, orders: [] });
    stoppedAtMs = null;
    await until(() => expect(find(follows).life).toMatchObject({ at: 'done' }));
    stoppedAtMs = Date.now();
    expect(find(follows).fired).toMatchObject([{ evidence: [{ kind: 'tick', symbol: 'BTC-USD' }] }]);
    expect(find(waits).orders).toEqual([]);
  });
});
