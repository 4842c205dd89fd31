/**
 * Queue in front of an own order: at most and at least how many contracts are ahead of it at its price, from public data.
 *
 * Units       Shares in millionths; times in ms of the exchange's clock.
 * Invariants  `atMost`: level less the own order bounds it at the time of a book, and each later trade at the price takes from
 *             the front. Cancels of others count once the level shows that they were ahead. Null until the book must contain
 *             the order, and while it is not live.
 *             `atLeast`: what was at the price in the last book before the order was signed, less every trade and every fall
 *             of the level since, as if all of it had been ahead. Null for an order that was signed before the ladder showed
 *             its market, for one of another client, and after a book that was not live.
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

interface LowBound {
  readonly atLeast: number;
  /** At the price in the newest live book. */
  readonly level: number;
}

/** What is public at one moment. */
export interface QueueView {
  readonly exchangeTimeMs: number;
  /** The same moment on this machine's clock, as the times of own orders. */
  readonly localTimeMs: number;
  readonly isLive: boolean;
  /** Time of the newest change of the book. */
  readonly bookTimeMs: number | null;
  /** Shares at a YES price, own ones included. */
  level(yesPrice: number): number;
  readonly trades: readonly Trade[];
  /** Rises with each trade. */
  readonly tradeCount: number;
}

/** An order is seen within this many updates of its signature. */
const MAX_VIEWS = 32;

/** What one update brought. */
interface Update {
  readonly view: QueueView;
  /** Trades that no earlier update had. */
  readonly fresh: readonly Trade[];
}

type QueuedOrder = Pick<
  OrderView,
  'intentId' | 'orderId' | 'side' | 'price' | 'remaining' | 'filled' | 'life' | 'createdAtMs'
>;

export interface QueueTracker {
  update(orders: readonly QueuedOrder[], view: QueueView): void;
  /** Null where it is not known. */
  atMost(order: OrderIds): number | null;
  /** Null where it or the upper bound is not known. */
  atLeast(order: OrderIds): number | null;
}

type OrderIds = Pick<OrderView, 'intentId' | 'orderId'>;

export function openQueueTracker(): QueueTracker {
  let bounds = new Map<string, Bound>();
  let lows = new Map<string, LowBound | null>();
  let recent: readonly Update[] = [];
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
      const nextLows = new Map<string, LowBound | null>();
      for (const order of orders) {
        const key = keyOf(order);
        if (key === null) continue;
        const low = lows.get(key);
        const now = { view, fresh };
        nextLows.set(key, low === undefined ? findLow(order, [...recent, now]) : stepLow(low, order, now));
        if (order.life.at === 'resting') next.set(key, stepBound(bounds.get(key) ?? null, order, view, fresh));
      }
      bounds = next;
      lows = nextLows;
      recent = [...recent.slice(1 - MAX_VIEWS), { view, fresh }];
    },
    atMost,
    atLeast(order) {
      const most = atMost(order);
      const low = lows.get(keyOf(order) ?? '') ?? null;
      return most === null || low === null ? null : Math.min(low.atLeast, most);
    },
  };

  function atMost(order: OrderIds): number | null {
    const key = keyOf(order);
    return key === null ? null : (bounds.get(key)?.atMost ?? null);
  }
}

/** An own order keeps its key when the exchange gives it an id. */
function keyOf({ intentId, orderId }: OrderIds): string | null {
  return intentId ?? orderId;
}

/** From the last update before the signature on; null where there is none. */
function findLow(order: QueuedOrder, updates: readonly Update[]): LowBound | null {
  const at = updates.findLastIndex(({ view }) => view.localTimeMs <= order.createdAtMs);
  const before = updates[at]?.view;
  if (order.intentId === null || !before?.isLive) return null;
  const level = before.level(inYesTerms(order.side, order.price));
  return updates
    .slice(at + 1)
    .reduce<LowBound | null>((low, next) => stepLow(low, order, next), { atLeast: level, level });
}

function stepLow(low: LowBound | null, order: QueuedOrder, { view, fresh }: Update): LowBound | null {
  if (low === null || !view.isLive) return null;
  const yesPrice = inYesTerms(order.side, order.price);
  const level = view.level(yesPrice);
  const traded = fresh.reduce((sum, { price, shares }) => (price === yesPrice ? sum + shares : sum), 0);
  return { atLeast: Math.max(0, low.atLeast - Math.max(traded, low.level - level)), level };
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
