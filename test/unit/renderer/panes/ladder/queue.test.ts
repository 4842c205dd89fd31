import { describe, expect, it } from 'vitest';
import { openQueueTracker, type QueueView, SETTLE_MS } from '#renderer/panes/ladder/queue.ts';
import type { Trade } from '#shared/market/tape.ts';
import type { IntentId, OrderId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';

const M = 1_000_000;
const orderId = '7' as OrderId;
const price = 600_000 as Price;
const order = {
  intentId: null,
  orderId,
  side: 'yes' as const,
  price,
  remaining: (100 * M) as Shares,
  filled: 0 as Shares,
  life: { at: 'resting' as const, orderId },
  createdAtMs: 0,
};
const trade = (id: string, contracts: number, exchangeTimeMs: number, at = 600_000): Trade => ({
  id,
  price: at as Price,
  shares: (contracts * M) as Shares,
  takerSide: 'no',
  exchangeTimeMs,
});

describe('the queue before an order', () => {
  /** A tracker, the order's bound in contracts, and one moment after the other. */
  function watch() {
    const tracker = openQueueTracker();
    const trades: Trade[] = [];
    let level = 0;
    const at = (
      exchangeTimeMs: number,
      contracts: number,
      more: Partial<QueueView> = {},
      own = order,
    ): number | null => {
      level = contracts * M;
      const view = {
        exchangeTimeMs,
        localTimeMs: exchangeTimeMs,
        bookTimeMs: exchangeTimeMs,
        isLive: true,
        level: () => level,
        trades,
        tradeCount: trades.length,
      };
      tracker.update([own], { ...view, ...more });
      const most = tracker.atMost(order);
      return most === null ? null : most / M;
    };
    return { at, trades };
  }

  it('is not known before a live book must contain the order', () => {
    const { at } = watch();
    expect(at(0, 300)).toBeNull();
    expect(at(SETTLE_MS - 1, 400)).toBeNull();
    expect(at(SETTLE_MS, 400, { isLive: false })).toBeNull();
    expect(at(SETTLE_MS, 400)).toBe(300);
  });

  it('shrinks with trades at its price and with levels that shrink, and grows with neither', () => {
    const { at, trades } = watch();
    at(0, 400);
    at(3_000, 400);
    expect(at(4_000, 900)).toBe(300);
    trades.unshift(trade('t1', 120, 4_500));
    expect(at(5_000, 900)).toBe(180);
    // Cancels: no more than the others can be ahead.
    expect(at(6_000, 150)).toBe(50);
    expect(at(7_000, 800)).toBe(50);
  });

  it('counts a trade once, and neither one at another price nor one that the book already contained', () => {
    const { at, trades } = watch();
    at(0, 400);
    at(3_000, 400);
    trades.unshift(trade('late', 250, 2_900), trade('other', 250, 3_500, 610_000));
    expect(at(4_000, 400)).toBe(300);
    trades.unshift(trade('t1', 120, 4_500));
    expect(at(5_000, 400)).toBe(180);
    expect(at(6_000, 400)).toBe(180);
  });

  it('is empty once the order fills while it rests, not for what filled before it rested', () => {
    const { at } = watch();
    const filled = { ...order, filled: (20 * M) as Shares };
    at(0, 400, {}, filled);
    expect(at(3_000, 400, {}, filled)).toBe(300);
    expect(at(4_000, 400, {}, { ...order, filled: (21 * M) as Shares })).toBe(0);
  });

  it('starts anew for an order that is gone, such as one that was moved', () => {
    const { at } = watch();
    at(0, 400);
    expect(at(3_000, 400)).toBe(300);
    const tracker = openQueueTracker();
    expect(tracker.atMost(order)).toBeNull();
    expect(tracker.atMost({ intentId: null, orderId: null })).toBeNull();
  });
});

describe('the least that is before an order', () => {
  const own = { ...order, intentId: 'intent-0001' as IntentId, createdAtMs: 1_000 };
  const sent = { ...own, orderId: null, life: { at: 'sent' as const } };

  function watch() {
    const tracker = openQueueTracker();
    const trades: Trade[] = [];
    const at = (
      localTimeMs: number,
      contracts: number,
      orders: readonly Parameters<typeof tracker.update>[0][number][],
      isLive = true,
    ) => {
      const times = { exchangeTimeMs: localTimeMs + 500, localTimeMs, bookTimeMs: localTimeMs + 500 };
      const level = () => contracts * M;
      tracker.update(orders, { ...times, isLive, level, trades, tradeCount: trades.length });
      const [least, most] = [tracker.atLeast(own), tracker.atMost(own)];
      return [least === null ? null : least / M, most === null ? null : most / M];
    };
    return { at, trades };
  }

  it('is what was there before the signature, less every later trade and cancel', () => {
    const { at, trades } = watch();
    at(900, 400, []);
    at(1_010, 400, [sent]);
    at(1_200, 500, [own]);
    // 150 joined, before or behind it: at most 550 are ahead.
    expect(at(4_000, 650, [own])).toEqual([400, 550]);
    expect(at(5_000, 580, [own])).toEqual([330, 480]);
    trades.unshift(trade('t1', 30, 5_800));
    expect(at(6_000, 700, [own])).toEqual([300, 450]);
    expect(at(7_000, 700, [own])).toEqual([300, 450]);
    expect(at(8_000, 100, [own])).toEqual([0, 0]);
  });

  it('is found by the last book before the signature, also when the order is first seen at rest', () => {
    const { at } = watch();
    at(500, 900, []);
    at(990, 400, []);
    at(1_005, 380, []);
    at(1_100, 480, [own]);
    expect(at(4_000, 480, [own])).toEqual([380, 380]);
  });

  it('is not known for an order from before, one of another client, or after a book that was not live', () => {
    const { at } = watch();
    at(1_100, 500, [own]);
    expect(at(4_000, 500, [own])).toEqual([null, 400]);
    const foreign = watch();
    foreign.at(900, 400, []);
    foreign.at(1_100, 500, [{ ...own, intentId: null }]);
    expect(foreign.at(4_000, 500, [{ ...own, intentId: null }])).toEqual([null, null]);
    const gap = watch();
    gap.at(900, 400, []);
    gap.at(1_100, 500, [own]);
    gap.at(3_500, 500, [own], false);
    expect(gap.at(4_000, 500, [own])).toEqual([null, 400]);
  });
});
