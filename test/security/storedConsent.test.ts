/** Stored consent and counters against an editor of files: a real terminal, a real exchange, each store edited, deleted, restored. */
import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import type { ConsentLoss } from '#shared/order/consent.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type Price, toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { intend, openTraderBench, PASSWORD, type TraderBench, until } from '#test/slice/traderBench.ts';

let bench: TraderBench;
let market: MarketId;
let ask: Price;

beforeAll(async () => {
  bench = await openTraderBench();
  await bench.setUp();
  ({ id: market, ask } = await bench.watchBusyMarket());
  const { trading } = bench.trader;
  trading.setArmed(true);
  const shares = parseShares('100');
  const price = toPrice(ask + 50_000);
  expect(await trading.place(intend({ market, side: 'yes', direction: 'buy', price, shares }))).toMatchObject({
    outcome: 'accepted',
  });
  await until(() => expect(quantity()).toBe(shares));
});
afterAll(() => bench.close());

const quantity = (): number =>
  bench.trader.trading.view().positions.find((one) => one.market === market && one.outcome === 'yes')?.quantity ?? 0;
const all = (): readonly ConditionalView[] => bench.trader.trading.conditionals.view().conditionals;
const find = (id: ConditionalId): ConditionalView | undefined => all().find((one) => one.id === id);
const losses = (): readonly ConsentLoss[] => bench.trader.walletView().custody.consentLosses;
const file = (name: string): string => join(bench.dataFolder, 'paper', name);

/** A trigger that nothing reaches, and that is always true. */
const NEVER = 20_000;
const ALWAYS = 980_000;

function stopAt(price: number): ConditionalTerms {
  return {
    kind: 'stop',
    startsWhen: null,
    goodTillMs: null,
    outcome: { market, side: 'yes' },
    direction: 'sell',
    shares: parseShares('100'),
    worst: toPrice(10_000),
    limit: toPrice(30_000),
    walk: null,
    trigger: {
      kind: 'price',
      outcome: { market, side: 'yes' },
      source: 'ask',
      crosses: 'atOrBelow',
      price: toPrice(price),
      minShares: parseShares('1'),
      maxSpread: 900_000,
      confirm: { kind: 'double' },
    },
  } as ConditionalTerms;
}

function arm(price = NEVER): ConditionalId {
  const id = randomUUID() as ConditionalId;
  expect(bench.trader.trading.conditionals.arm(id, stopAt(price))).toEqual({ outcome: 'armed', id });
  return id;
}

/** Another start; `between` is what an editor of files does meanwhile. */
async function restart(between: () => void = () => {}): Promise<void> {
  await bench.reopen(async () => between());
  await unlock();
}

async function unlock(): Promise<void> {
  const { vault, trading, interest } = bench.trader;
  await vault.unlock(PASSWORD);
  await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
  await bench.watchBusyMarket();
  interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
  await until(() => expect(bench.trader.market.book(market)?.health.at).toBe('live'));
}

const STORES = ['conditional.sqlite', 'journal.sqlite'] as const;
function remove(name: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file(`${name}${end}`), { force: true });
}
function keep(name: string): void {
  copyFileSync(file(name), file(`${name}.kept`));
}
function restore(name: string): void {
  remove(name);
  copyFileSync(file(`${name}.kept`), file(name));
}
function edit(name: string, sql: string): void {
  const database = new DatabaseSync(file(name));
  database.exec(sql);
  database.close();
}
/** Trigger and states, in every entry: what is replayed agrees with itself. */
const EDIT_TRIGGER = `UPDATE entry SET body = replace(body, '"price":${NEVER}', '"price":${ALWAYS}'),
  after = replace(after, '"price":${NEVER}', '"price":${ALWAYS}')`;

/** Long enough for a trigger that is true to fire: a control is armed here and fires. */
async function seeThatNothingFires(): Promise<void> {
  const before = quantity();
  await until(() => expect(bench.trader.trading.conditionals.view().protections).toBeDefined());
  const control = arm(NEVER);
  await until(() => expect(find(control)?.life.at).toBe('armed'));
  for (const one of all().filter(({ id }) => id !== control)) {
    expect(one.orders).toEqual([]);
    expect(['halted', 'cancelled']).toContain(one.life.at);
  }
  expect(quantity()).toBe(before);
  bench.trader.trading.conditionals.cancel(control);
}

/** What is never stopped: a cancel, a sale that gives nothing away, panic. */
async function seeThatExitsPass(): Promise<void> {
  const { trading } = bench.trader;
  trading.setArmed(true);
  const resting = intend({ market, side: 'yes', direction: 'buy', price: toPrice(10_000), shares: parseShares('1') });
  const placed = await trading.place(resting);
  expect(placed).toMatchObject({ outcome: 'accepted' });
  const orderId = 'orderId' in placed ? placed.orderId : null;
  await trading.cancel(orderId!);
  await until(() => expect(trading.view().orders.find((one) => one.orderId === orderId)?.life.at).toBe('cancelled'));
  const { bestBid } = bench.trader.market.book(market)!;
  const sale = intend({ market, side: 'yes', direction: 'sell', price: bestBid!, shares: parseShares('1') });
  expect(await trading.place(sale)).toMatchObject({ outcome: 'accepted' });
  expect((await trading.cancelAll(ALL_ORDERS)) !== null).toBe(true);
  await trading.panic();
}

afterEach(async () => {
  const { conditionals } = bench.trader.trading;
  for (const { id } of all()) {
    conditionals.cancel(id);
    await until(() => expect(conditionals.dismiss(id)).toBe(true));
  }
  bench.trader.consent.acceptLosses(losses());
  expect(losses()).toEqual([]);
});

describe('conditional orders after a restart', () => {
  it('go on when nobody touched their file', async () => {
    const id = arm();
    await restart();
    await until(() => expect(find(id)?.life.at).toBe('armed'));
    expect(losses()).toEqual([]);
  });

  it.each<[string, () => void, string | null, ConsentLoss[]]>([
    [
      'an edited trigger',
      () => edit('conditional.sqlite', EDIT_TRIGGER),
      'stepsAltered',
      [{ store: 'conditionals', reason: 'altered', count: 1 }],
    ],
    [
      'a removed step',
      () => edit('conditional.sqlite', 'DELETE FROM entry WHERE number = (SELECT max(number) - 1 FROM entry)'),
      'stepsAltered',
      [{ store: 'conditionals', reason: 'altered', count: 1 }],
    ],
    [
      'steps without seals, as an older version wrote them',
      () => edit('conditional.sqlite', 'UPDATE entry SET seal = NULL'),
      'olderVersion',
      [],
    ],
    [
      'steps cut off',
      () => edit('conditional.sqlite', 'DELETE FROM entry WHERE number > (SELECT min(number) FROM entry)'),
      'olderCopy',
      [{ store: 'conditionals', reason: 'older', count: 1 }],
    ],
    [
      'a deleted file',
      () => remove('conditional.sqlite'),
      null,
      [{ store: 'conditionals', reason: 'missing', count: 1 }],
    ],
  ])('never fire with %s, and an alarm says so', async (_what, tamper, rule, expected) => {
    const id = arm();
    await restart(tamper);
    await seeThatNothingFires();
    if (rule !== null) expect(find(id)?.life).toMatchObject({ at: 'halted', reason: { parameters: { rule } } });
    expect(losses()).toEqual(expected);
    await seeThatExitsPass();
    // It stays until a person confirms it, and nothing comes back with that.
    await restart();
    expect(losses()).toMatchObject(expected);
  });

  it('that were cancelled are not armed again by an older copy', async () => {
    const id = arm();
    await restart();
    await until(() => expect(find(id)?.life.at).toBe('armed'));
    await restart(() => keep('conditional.sqlite'));
    bench.trader.trading.conditionals.cancel(id);
    await until(() => expect(find(id)?.life.at).toBe('cancelled'));
    await restart(() => restore('conditional.sqlite'));
    expect(find(id)?.life).toMatchObject({ at: 'halted', reason: { parameters: { rule: 'notRecorded' } } });
    expect(losses()).toEqual([{ store: 'conditionals', reason: 'older', count: 1 }]);
    await seeThatNothingFires();
  });

  it('that were changed do not go back to what they were', async () => {
    const id = arm(ALWAYS - 960_000);
    await restart(() => keep('conditional.sqlite'));
    await until(() => expect(find(id)?.life.at).toBe('armed'));
    expect(bench.trader.trading.conditionals.change(id, stopAt(10_000))).toMatchObject({ outcome: 'armed' });
    await restart(() => restore('conditional.sqlite'));
    expect(find(id)?.life).toMatchObject({ at: 'halted', reason: { parameters: { rule: 'olderCopy' } } });
    expect(losses()).toEqual([{ store: 'conditionals', reason: 'older', count: 1 }]);
  });

  it('do not fire with a trigger that was edited behind locked keys', async () => {
    const id = arm();
    bench.trader.vault.lock();
    edit('conditional.sqlite', EDIT_TRIGGER);
    await unlock();
    expect(find(id)?.life).toMatchObject({ at: 'halted', reason: { parameters: { rule: 'stepsAltered' } } });
    await seeThatNothingFires();
    expect(losses()).toEqual([{ store: 'conditionals', reason: 'altered', count: 1 }]);
  });

  it('do nothing before the unlock', async () => {
    arm();
    await bench.reopen();
    expect(all()).toEqual([]);
    await unlock();
  });

  it('wait for a person when the vault itself is an older one, and trading is not armed', async () => {
    const id = arm();
    const copy = () => {
      for (const name of ['vault/vault.json', 'protected-settings.json', 'conditional.sqlite']) keep(name);
    };
    await restart(copy);
    const second = arm();
    await restart(() => {
      for (const name of ['vault/vault.json', 'protected-settings.json', 'conditional.sqlite']) restore(name);
    });
    expect(bench.trader.walletView().custody.older).not.toBeNull();
    expect(find(id)?.life).toMatchObject({ at: 'halted', reason: { parameters: { rule: 'olderVault' } } });
    expect(find(second)).toBeUndefined();
    const third = randomUUID() as ConditionalId;
    expect(bench.trader.trading.conditionals.arm(third, stopAt(NEVER))).toMatchObject({ outcome: 'refused' });
    await bench.trader.vault.acceptOlder(PASSWORD);
  });
});

describe('what was given away today', () => {
  const givenAway = (): bigint => bench.trader.trading.view().risk.givenAwayToday;
  const bound = (): bigint => bench.trader.trading.view().risk.limits.dayGivenAway;

  async function giveAway(): Promise<object> {
    const { trading } = bench.trader;
    trading.setArmed(true);
    const { bestAsk } = bench.trader.market.book(market)!;
    const shares = parseShares('20');
    return trading.place(
      intend({ market, side: 'yes', direction: 'buy', price: toPrice(bestAsk! + 60_000), shares, isPriceTyped: true }),
    );
  }

  beforeAll(async () => {
    const { trading } = bench.trader;
    trading.changeRisk({ limits: { ...trading.view().risk.limits, dayGivenAway: parseUsd('9') } }, true);
    expect(await giveAway()).toMatchObject({ outcome: 'accepted' });
    await until(() => expect(bench.trader.protectedSettings.value().consent?.use.givenAway).toBe(givenAway()));
  });

  it('is the same after a restart', async () => {
    const before = givenAway();
    expect(before).toBeGreaterThan(0n);
    await restart();
    expect(givenAway()).toBe(before);
    expect(losses()).toEqual([]);
  });

  it.each<[string, () => void, ConsentLoss['reason']]>([
    ['missing', () => remove('journal.sqlite'), 'missing'],
    ['an older copy', () => restore('journal.sqlite'), 'older'],
    [
      'edited',
      () =>
        edit('journal.sqlite', `UPDATE entry SET body = body || ' ' WHERE number = (SELECT max(number) FROM entry)`),
      'altered',
    ],
    [
      'without its newest line',
      () => edit('journal.sqlite', 'DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)'),
      'older',
    ],
  ])('counts as the whole bound when the journal is %s', async (_what, tamper, reason) => {
    await restart(() => keep('journal.sqlite'));
    await seeThatExitsPass();
    await restart(tamper);
    // The fills of this account are more than the bound, so reads do not prove less.
    expect(givenAway()).toBeGreaterThanOrEqual(bound());
    expect(await giveAway()).toMatchObject({ outcome: 'denied', denials: [{ code: 'limit' }] });
    expect(losses()).toEqual([{ store: 'orders', reason, count: 0 }]);
    await seeThatExitsPass();
  });

  it('counts as the whole bound when the protected settings are missing with the journal', async () => {
    await restart(() => {
      for (const name of STORES) remove(name);
      rmSync(file('protected-settings.json'));
    });
    const { trading } = bench.trader;
    expect(bench.trader.walletView().custody.loss).not.toBeNull();
    trading.changeRisk({ limits: { ...trading.view().risk.limits, dayGivenAway: parseUsd('9') } }, true);
    expect(givenAway()).toBeGreaterThanOrEqual(parseUsd('9'));
  });
});
