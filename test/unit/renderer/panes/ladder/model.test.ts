import { describe, expect, it } from 'vitest';
import {
  buildLadder,
  columnOf,
  inShownTerms,
  type LadderInput,
  OWN,
  ordersAt,
  roundUp,
} from '#renderer/panes/ladder/model.ts';
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import type { Position } from '#shared/order/account/account.ts';
import { buildHolding } from '#shared/order/exposure/holding.ts';
import type { OrderLife } from '#shared/order/life.ts';
import type { MarketId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { parseShares, type Shares } from '#shared/units/shares.ts';
import type { Usd } from '#shared/units/usd.ts';
import { noAnswer } from '#test/slice/makers.ts';

const market = 'm' as MarketId;
const tick = 10_000 as Tick;
const book: BookFrame = {
  market,
  health: { at: 'live' },
  version: 7,
  sequence: 7,
  exchangeTimeMs: 0,
  provedAtMs: 0,
  bids: Float64Array.of(610_000, 346_000_000, 600_000, 635_000_000),
  asks: Float64Array.of(620_000, 795_000_000, 640_000, 615_000_000),
  traded: new Float64Array(0),
  lastPrice: 620_000,
};
const input: LadderInput = {
  side: 'yes',
  tick,
  top: 650_000,
  rows: 7,
  book,
  orders: [],
  holding: null,
  gains: null,
  traded: Float64Array.of(610_000, 134_000_000),
  queue: { atLeast: () => null, atMost: () => null },
};
/** Rows: 0.65 0.64 0.63 0.62 0.61 0.60 0.59 */
const M = 1_000_000;

function orderOf(part: Partial<OrderView>): OrderView {
  return {
    intentId: null,
    orderId: '1' as OrderId,
    market,
    side: 'yes',
    direction: 'buy',
    price: 600_000 as Price,
    shares: 300_000_000 as Shares,
    filled: 0 as Shares,
    remaining: 300_000_000 as Shares,
    locked: null,
    postOnly: null,
    life: { at: 'resting', orderId: '1' as OrderId },
    steps: [],
    createdAtMs: 0,
    updatedAtMs: 0,
    ...part,
  };
}

function positionOf(part: Partial<Position>): Position {
  return {
    market,
    outcome: 'yes',
    custody: 'self',
    quantity: 300_000_000 as Shares,
    locked: 0 as Shares,
    sellable: 300_000_000 as Shares,
    averagePrice: 600_000 as Price,
    realizedPnl: 0n as Usd,
    exchangeTimeMs: null,
    ...part,
  };
}

describe('ladder model', () => {
  it('adds each level to the row of its price', () => {
    const ladder = buildLadder(input);
    expect([...ladder.bids].map((shares) => shares / M)).toEqual([0, 0, 0, 0, 346, 635, 0]);
    expect([...ladder.asks].map((shares) => shares / M)).toEqual([0, 615, 0, 795, 0, 0, 0]);
    expect([...ladder.traded].map((shares) => shares / M)).toEqual([0, 0, 0, 0, 134, 0, 0]);
    expect(ladder).toMatchObject({ bestBid: 610_000, bestAsk: 620_000, last: 620_000, fullBar: 800 * M });
  });

  it('shows the other outcome with mirrored prices and swapped sides', () => {
    const ladder = buildLadder({ ...input, side: 'no', top: 420_000 });
    // 0.42 0.41 0.40 0.39 0.38 0.37 0.36
    expect([...ladder.bids].map((shares) => shares / M)).toEqual([0, 0, 0, 0, 795, 0, 615]);
    expect([...ladder.asks].map((shares) => shares / M)).toEqual([0, 0, 635, 346, 0, 0, 0]);
    expect(ladder).toMatchObject({ bestBid: 380_000, bestAsk: 390_000, last: 380_000 });
  });

  it('adds a level between two rows to the worse one', () => {
    const fine = { ...book, bids: Float64Array.of(615_000, 5 * M), asks: Float64Array.of(625_000, 6 * M) };
    const yes = buildLadder({ ...input, book: fine });
    expect(yes.bids[4]).toBe(5 * M);
    expect(yes.asks[2]).toBe(6 * M);
    // As NO: bid 0.375 counts at 0.37, ask 0.385 at 0.39.
    const no = buildLadder({ ...input, book: fine, side: 'no', top: 400_000 });
    expect(no.bids[3]).toBe(6 * M);
    expect(no.asks[1]).toBe(5 * M);
  });

  it('excludes hidden levels from the bar scale', () => {
    const far = { ...book, asks: Float64Array.of(620_000, 10 * M, 900_000, 9_000 * M) };
    expect(buildLadder({ ...input, book: far }).fullBar).toBe(800 * M);
  });

  it('scales bars by round numbers, so that small changes do not move them', () => {
    const counts = [0, 1.2, 3, 7, 10, 17, 200, 201, 999, 25_100];
    expect(counts.map((count) => roundUp(count * M) / M)).toEqual([1, 1.5, 3, 8, 10, 20, 200, 300, 1_000, 30_000]);
  });

  it('limits the effect of a single large level on the bar scale', () => {
    const levels = [610_000, 10 * M, 600_000, 10 * M, 590_000, 10 * M];
    const walled = { ...book, bids: Float64Array.from(levels), asks: Float64Array.of(620_000, 970 * M) };
    expect(buildLadder({ ...input, book: walled }).fullBar).toBe(800 * M);
  });

  it('shows own orders in their column, summed per price', () => {
    const orders = [
      orderOf({}),
      orderOf({ orderId: '2' as OrderId, remaining: 50_000_000 as Shares }),
      orderOf({ side: 'no', price: 360_000 as Price, remaining: 9_000_000 as Shares }),
    ];
    const ladder = buildLadder({ ...input, orders });
    expect(ladder.ownBids.shares[5]).toBe(350 * M);
    expect(ladder.ownAsks.shares[1]).toBe(9 * M);
    const other = buildLadder({ ...input, orders, side: 'no', top: 420_000 });
    expect(other.ownAsks.shares[2]).toBe(350 * M);
    expect(other.ownBids.shares[6]).toBe(9 * M);
  });

  it('shows the most urgent order state of a price and no closed orders', () => {
    const state = (...lives: OrderLife[]): number | undefined =>
      buildLadder({ ...input, orders: lives.map((life) => orderOf({ life })) }).ownBids.state[5];
    const id = '1' as OrderId;
    const resting: OrderLife = { at: 'resting', orderId: id };
    expect(state(resting)).toBe(OWN.resting);
    expect(state(resting, { at: 'sent' })).toBe(OWN.sending);
    expect(state({ at: 'cancelling', orderId: id, sinceMs: 0 }, resting)).toBe(OWN.cancelling);
    expect(
      state({ at: 'unknown', sinceMs: 0, reason: noAnswer('') }, { at: 'cancelling', orderId: id, sinceMs: 0 }),
    ).toBe(OWN.unknown);
    expect(state({ at: 'cancelled', orderId: id })).toBe(OWN.none);
  });

  it('shows an order without a direction in no column', () => {
    const order = orderOf({ direction: null });
    expect(columnOf(order, 'yes')).toBeNull();
    const ladder = buildLadder({ ...input, orders: [order] });
    expect(ladder.ownUnattributed.shares[5]).toBe(300 * M);
    expect(ladder.ownBids.shares[5]).toBe(0);
  });

  const holdingOf = (...positions: readonly Position[]) => buildHolding(market, positions, [], false, null);

  it('marks average and break-even of the outcome of which more is held, without the sets', () => {
    const one = buildLadder({ ...input, holding: holdingOf(positionOf({})) });
    expect([one.average, one.breakEven, one.isGainLarge]).toEqual([600_000, 600_000, true]);
    const no = positionOf({ outcome: 'no', averagePrice: 450_000 as Price, quantity: parseShares('100') });
    const both = buildLadder({ ...input, holding: holdingOf(positionOf({}), no) });
    // 180 and 45 for 200 yes and 100 sets.
    expect([both.average, both.breakEven]).toEqual([600_000, 625_000]);
    expect(buildLadder({ ...input, side: 'no', holding: holdingOf(positionOf({}), no) }).breakEven).toBe(375_000);
    const sets = buildLadder({ ...input, holding: holdingOf(positionOf({ quantity: parseShares('100') }), no) });
    expect([sets.average, sets.breakEven]).toEqual([null, null]);
    expect(buildLadder(input)).toMatchObject({ average: null, breakEven: null, isGainLarge: false, gains: null });
  });

  it('has empty rows without a book', () => {
    const ladder = buildLadder({ ...input, book: null });
    expect(ladder).toMatchObject({ rows: 7, bestBid: null, bestAsk: null, last: null, fullBar: M });
  });

  it('finds the open orders at a price in the shown terms', () => {
    const orders = [orderOf({}), orderOf({ life: { at: 'done', orderId: '1' as OrderId } })];
    expect(ordersAt(orders, 'yes', 600_000)).toHaveLength(1);
    expect(ordersAt(orders, 'no', 400_000)).toHaveLength(1);
    expect(ordersAt(orders, 'no', 600_000)).toHaveLength(0);
    expect(inShownTerms('no', inShownTerms('no', 123_000))).toBe(123_000);
  });
});
