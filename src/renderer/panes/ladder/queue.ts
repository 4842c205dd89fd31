/**
 * Queue in front of an own order: at most how many contracts are ahead of it at its price, from public data.
 *
 * Units       Shares in millionths; times in ms of the exchange's clock.
 * Invariants  An upper bound, never an estimate: level less the own order bounds it at the time of a book, and each later trade
 *             at the price takes from the front. Cancels of others count once the level shows that they were ahead. Null until
 *             the book must contain the order, and while it is not live.
 * Source      docs/assumptions.md#price-time-priority.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import { inYesTerms } from '#shared/market/outcome.ts';
import type { Trade } from '#shared/market/tape.ts';

/** A live book shows an accepted order within this time. */
export const SETTLE_MS = 2_000;

interface Bound {
  readonly firstSeenMs: number;
  /** Filled shares when it was first seen: what filled since came from the front of the queue. */
  readonly filledFirst: number;
  readonly atMost: number | null;
  /** Time of the book that gave the bound: later trades are not in it. */
  readonly bookTimeMs: number;
}

/** What is public at one moment. */
export interface QueueView {
  readonly exchangeTimeMs: number;
  readonly isLive: boolean;
  /** Time of the newest change of the book. */
  readonly bookTimeMs: number | null;
  /** Shares at a YES price, own ones included. */
  level(yesPrice: number): number;
  readonly trades: readonly Trade[];
  /** Rises with each trade. */
  readonly tradeCount: number;
}

type QueuedOrder = Pick<OrderView, 'intentId' | 'orderId' | 'side' | 'price' | 'remaining' | 'filled' | 'life'>;

export interface QueueTracker {
  update(orders: readonly QueuedOrder[], view: QueueView): void;
  /** Null where it is not known. */
  atMost(order: Pick<OrderView, 'intentId' | 'orderId'>): number | null;
}

export function openQueueTracker(): QueueTracker {
  let bounds = new Map<string, Bound>();
  let known = new Set<string>();
  let tradeCount = -1;

  /** Trades that were not in an earlier view. */
  function takeNew({ trades, tradeCount: count }: QueueView): readonly Trade[] {
    if (count === tradeCount) return [];
    tradeCount = count;
    const fresh = trades.filter(({ id }) => !known.has(id));
    known = new Set(trades.map(({ id }) => id));
    return fresh;
  }

  return {
    update(orders, view) {
      const fresh = takeNew(view);
      const next = new Map<string, Bound>();
      for (const order of orders) {
        const key = keyOf(order);
        if (key === null || order.life.at !== 'resting') continue;
        next.set(key, stepBound(bounds.get(key) ?? null, order, view, fresh));
      }
      bounds = next;
    },
    atMost(order) {
      const key = keyOf(order);
      return key === null ? null : (bounds.get(key)?.atMost ?? null);
    },
  };
}

function keyOf({ intentId, orderId }: Pick<OrderView, 'intentId' | 'orderId'>): string | null {
  return orderId ?? intentId;
}

function stepBound(old: Bound | null, order: QueuedOrder, view: QueueView, fresh: readonly Trade[]): Bound {
  if (old === null) {
    return { firstSeenMs: view.exchangeTimeMs, filledFirst: order.filled, atMost: null, bookTimeMs: 0 };
  }
  // What fills now was first in the queue.
  if (order.filled > old.filledFirst) return { ...old, atMost: 0 };
  const yesPrice = inYesTerms(order.side, order.price);
  let { atMost, bookTimeMs } = old;
  if (atMost !== null) {
    for (const { price, shares, exchangeTimeMs } of fresh) {
      if (price === yesPrice && exchangeTimeMs > bookTimeMs) atMost = Math.max(0, atMost - shares);
    }
  }
  const hasSettled = view.exchangeTimeMs - old.firstSeenMs >= SETTLE_MS;
  if (view.isLive && hasSettled && view.bookTimeMs !== null) {
    const others = Math.max(0, view.level(yesPrice) - order.remaining);
    if (atMost === null || others < atMost) {
      atMost = others;
      bookTimeMs = view.bookTimeMs;
    }
  }
  return { ...old, atMost, bookTimeMs };
}
