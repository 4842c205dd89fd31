/**
 * Canonical order book of one market: price-time queues in YES terms, with changed levels.
 *
 * Units       Ticks of one cent; volumes in millionths of a share.
 * Invariants  bestBid < bestAsk whenever no order is being matched; a level's volume is the sum of its queue.
 */
import { TICKS } from './fees.ts';
import type { BookMarket, Order, QueueLevel } from './state.ts';

export interface LevelChange {
  readonly ticks: number;
  readonly volume: number;
}

/** Absolute volumes of the levels that changed; 0 removes. */
export interface BookChanges {
  readonly bids: readonly LevelChange[];
  readonly asks: readonly LevelChange[];
  readonly sequence: number;
}

export function buildBookMarket(id: number, lastTicks: number): BookMarket {
  const side = (): QueueLevel[] => Array.from({ length: TICKS + 1 }, () => ({ orders: [], volume: 0 }));
  return {
    id,
    bids: side(),
    asks: side(),
    bestBid: 0,
    bestAsk: TICKS,
    sequence: 1,
    nextTurn: 1,
    escrow: 0,
    voidedHalves: 0,
    isOpen: true,
    result: '',
    lastTicks,
    changedBids: new Set(),
    changedAsks: new Set(),
  };
}

const NO_LEVELS: readonly QueueLevel[] = Array.from({ length: TICKS + 1 }, () => ({ orders: [], volume: 0 }));

/** Frees the queues of a market that no longer trades. */
export function emptyBook(market: BookMarket): void {
  market.bids = NO_LEVELS;
  market.asks = NO_LEVELS;
}

export function enqueue(order: Order): void {
  const { market, isBid, yesTicks } = order;
  const level = (isBid ? market.bids : market.asks)[yesTicks]!;
  order.turn = market.nextTurn;
  market.nextTurn += 1;
  level.orders.push(order);
  level.volume += order.remaining;
  if (isBid && yesTicks > market.bestBid) market.bestBid = yesTicks;
  if (!isBid && yesTicks < market.bestAsk) market.bestAsk = yesTicks;
  markChanged(order);
}

/** Removes a resting order from its level. */
export function dequeue(order: Order): void {
  const level = (order.isBid ? order.market.bids : order.market.asks)[order.yesTicks]!;
  const at = level.orders.indexOf(order);
  if (at < 0) return;
  level.orders.splice(at, 1);
  level.volume -= order.remaining;
  markChanged(order);
  retreat(order.market);
}

/** Reduces the level of a resting order after a fill of `shares`. */
export function shrink(order: Order, shares: number): void {
  const level = (order.isBid ? order.market.bids : order.market.asks)[order.yesTicks]!;
  level.volume -= shares;
  markChanged(order);
}

/** Best resting order that a bid or ask at `yesTicks` would trade with, or null. */
export function counterparty(market: BookMarket, isBid: boolean, yesTicks: number): Order | null {
  if (isBid)
    return market.bestAsk <= yesTicks && market.bestAsk < TICKS ? market.asks[market.bestAsk]!.orders[0]! : null;
  return market.bestBid >= yesTicks && market.bestBid > 0 ? market.bids[market.bestBid]!.orders[0]! : null;
}

/** Levels changed since the last call, as one increment of the sequence; null without changes. */
export function drainChanges(market: BookMarket): BookChanges | null {
  if (market.changedBids.size === 0 && market.changedAsks.size === 0) return null;
  const changes = (set: Set<number>, side: readonly QueueLevel[]): LevelChange[] => {
    const ticks = [...set].sort((a, b) => a - b);
    set.clear();
    return ticks.map((tick) => ({ ticks: tick, volume: side[tick]!.volume }));
  };
  market.sequence += 1;
  return {
    bids: changes(market.changedBids, market.bids).reverse(),
    asks: changes(market.changedAsks, market.asks),
    sequence: market.sequence,
  };
}

/** All levels of a column, best first. */
export function levelsOf(market: BookMarket, column: 'bid' | 'ask'): LevelChange[] {
  const side = column === 'bid' ? market.bids : market.asks;
  const out: LevelChange[] = [];
  for (let ticks = 1; ticks < TICKS; ticks += 1) {
    const { volume } = side[ticks]!;
    if (volume > 0) out.push({ ticks, volume });
  }
  return column === 'bid' ? out.reverse() : out;
}

function markChanged(order: Order): void {
  (order.isBid ? order.market.changedBids : order.market.changedAsks).add(order.yesTicks);
}

function retreat(market: BookMarket): void {
  while (market.bestBid > 0 && market.bids[market.bestBid]!.orders.length === 0) market.bestBid -= 1;
  while (market.bestAsk < TICKS && market.asks[market.bestAsk]!.orders.length === 0) market.bestAsk += 1;
}
