/** A hostile page that arms and cancels without end, and a disk that another program fills: what protects goes on. */
import { randomUUID } from 'node:crypto';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConditionalCommands } from '#main/app/commands/conditionals.ts';
import { buildHandlers, handlerOf } from '#main/ipc/anyHandler.ts';
import { limitWrites } from '#main/ipc/writeBudget.ts';
import { RESERVE_BYTES } from '#main/storage/diskReserve.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalTerms } from '#shared/order/conditional/terms.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import { toPrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { openSmallDisk, type SmallDisk } from '#test/slice/smallDisk.ts';
import { intend, openTraderBench, type TraderBench, until } from '#test/slice/traderBench.ts';

const MB = 1024 * 1024;
const CYCLES = 10_000;

let disk: SmallDisk;
let bench: TraderBench;
let market: MarketId;

async function openBench(bytes: number): Promise<void> {
  disk = openSmallDisk(bytes);
  bench = await openTraderBench({ dataFolder: disk.folder });
  await bench.setUp();
  const busy = await bench.watchBusyMarket();
  market = busy.id;
  const { trading, interest } = bench.trader;
  interest.watch(1, { books: [market], tapes: [], candles: [], underlyings: [] });
  trading.setArmed(true);
  const price = toPrice(busy.ask + 50_000);
  await trading.place(intend({ market, side: 'yes', direction: 'buy', price, shares: parseShares('100') }));
  await until(() => expect(trading.view().positions).toMatchObject([{ market }]));
}

async function closeBench(): Promise<void> {
  disk.free();
  await bench.close();
  disk.close();
}

const stop = (): ConditionalTerms =>
  ({
    kind: 'stop',
    startsWhen: null,
    goodTillMs: null,
    outcome: { market, side: 'yes' },
    direction: 'sell',
    shares: parseShares('10'),
    worst: toPrice(10_000),
    limit: toPrice(30_000),
    walk: null,
    trigger: {
      kind: 'price',
      outcome: { market, side: 'yes' },
      source: 'ask',
      crosses: 'atOrBelow',
      price: toPrice(20_000),
      minShares: parseShares('1'),
      maxSpread: 900_000,
      confirm: { kind: 'double' },
    },
  }) as ConditionalTerms;

const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(disk.folder);
  return bavail * bsize;
};

/** A live order is cancelled, shares are sold, panic ends everything. */
async function seeThatProtectionWorks(): Promise<void> {
  const { trading } = bench.trader;
  await until(() => expect(bench.trader.market.book(market)?.health.at).toBe('live'));
  trading.setArmed(true);
  const rest = await trading.place(
    intend({ market, side: 'yes', direction: 'buy', price: toPrice(10_000), shares: parseShares('1') }),
  );
  expect(rest).toMatchObject({ outcome: 'accepted' });
  const orderId = (rest as { readonly orderId: OrderId }).orderId;
  await trading.cancel(orderId);
  await until(() => expect(trading.view().orders.find((one) => one.orderId === orderId)?.life.at).toBe('cancelled'));
  const { bestBid } = bench.trader.market.book(market)!;
  const sale = intend({ market, side: 'yes', direction: 'sell', price: bestBid!, shares: parseShares('1') });
  expect(await trading.place(sale)).toMatchObject({ outcome: 'accepted' });
  await trading.cancelAll(ALL_ORDERS);
  expect(await trading.panic()).toMatchObject({ unknownOrders: [] });
}

/** Arms and cancels as a page does; answers how many were armed. */
async function runCycles(): Promise<number> {
  const { trader } = bench;
  const commands = limitWrites(
    buildConditionalCommands({ trader, confirmations: { ask: async () => true } } as never) as unknown as Handlers,
    { now: Date.now, hasSpace: () => freeBytes() >= RESERVE_BYTES },
  );
  const call = (name: 'conditional.arm' | 'conditional.cancel', input: object) =>
    handlerOf(commands, name)(input, { window: 1 } as never);
  let armed = 0;
  let refused = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const id = randomUUID() as ConditionalId;
    const answer = await call('conditional.arm', { id, terms: stop() });
    if (answer.ok && (answer.value as { readonly outcome: string }).outcome === 'armed') {
      armed += 1;
      expect((await call('conditional.cancel', { id })).ok).toBe(true);
    } else refused += 1;
  }
  expect(armed + refused).toBe(CYCLES);
  return armed;
}

describe('a disk of 3 MB, which is less than the reserve', () => {
  beforeAll(() => openBench(3 * MB));
  afterAll(closeBench);

  it('has room for what protects after 10,000 cycles of arming and cancelling, each refused', async () => {
    const before = freeBytes();
    expect(await runCycles()).toBe(0);
    expect(before - freeBytes()).toBeLessThan(MB / 4);
    await seeThatProtectionWorks();
  });
});

describe('a disk with the reserve and little more', () => {
  beforeAll(() => openBench(11 * MB));
  afterAll(closeBench);

  it('keeps the reserve through 10,000 cycles of arming and cancelling, and every cancel passes', async () => {
    const armed = await runCycles();
    expect(armed).toBeGreaterThan(0);
    expect(armed).toBeLessThan(120);
    expect(statSync(join(disk.folder, 'paper', 'conditional.sqlite')).size).toBeLessThan(RESERVE_BYTES);
    expect(statSync(join(disk.folder, 'reserve')).size).toBe(RESERVE_BYTES);
    await seeThatProtectionWorks();
  });

  it('cancels, sells and ends everything once another program filled it', async () => {
    expect(existsSync(join(disk.folder, 'reserve'))).toBe(true);
    disk.fill();
    await seeThatProtectionWorks();
    const limited = limitWrites(
      buildHandlers(() => async () => succeed(null)),
      { now: Date.now, hasSpace: () => freeBytes() >= RESERVE_BYTES },
    );
    expect(await handlerOf(limited, 'layout.save')({}, { window: 1 } as never)).toMatchObject({
      error: { code: 'DISK_FULL' },
    });
  });
});
