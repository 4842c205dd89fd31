/**
 * Levels of a book for tables: grouped by price, with our own open orders.
 *
 * Units       Prices and shares in millionths, YES terms.
 * Invariants  Pure. A group's price is the worst one in it for who trades against it: bids are rounded down, asks up, and
 *             stay on the grid. Groups hold the same shares as their levels together.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import { bookColumn, inYesTerms } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { MICROS } from '#shared/units/micros.ts';

export interface BookLevel {
  readonly price: number;
  readonly shares: number;
  /** Of our own open orders in this group. */
  readonly own: number;
}

/** Ticks that levels are grouped by. */
export const GROUPINGS = [1, 2, 5, 10] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** Open shares of our own by YES price. */
export interface OwnLevels {
  readonly bid: ReadonlyMap<number, number>;
  readonly ask: ReadonlyMap<number, number>;
}

export function listOwnLevels(orders: readonly OrderView[], market: MarketId): OwnLevels {
  const own = { bid: new Map<number, number>(), ask: new Map<number, number>() };
  for (const { market: of, side, direction, price, remaining, life } of orders) {
    if (of !== market || direction === null || isTerminal(life)) continue;
    const column = own[bookColumn(side, direction)];
    const yesPrice = inYesTerms(side, price);
    column.set(yesPrice, (column.get(yesPrice) ?? 0) + remaining);
  }
  return own;
}

/** At most `limit` groups of `levels`, which are [price, shares, …] best first. */
export function groupLevels(
  column: 'bid' | 'ask',
  levels: Float64Array,
  own: ReadonlyMap<number, number>,
  terms: { readonly tick: Tick; readonly grouping: Grouping; readonly limit: number },
): BookLevel[] {
  const { tick, grouping, limit } = terms;
  const groups: { price: number; shares: number; own: number }[] = [];
  for (let at = 0; at + 1 < levels.length; at += 2) {
    const price = groupPrice(column, levels[at]!, tick, grouping);
    const last = groups.at(-1);
    const mine = own.get(levels[at]!) ?? 0;
    if (last?.price === price) {
      last.shares += levels[at + 1]!;
      last.own += mine;
    } else {
      if (groups.length === limit) break;
      groups.push({ price, shares: levels[at + 1]!, own: mine });
    }
  }
  return groups;
}

function groupPrice(column: 'bid' | 'ask', price: number, tick: Tick, grouping: Grouping): number {
  const step = tick * grouping;
  const rounded = (column === 'bid' ? Math.floor(price / step) : Math.ceil(price / step)) * step;
  const highest = Math.floor((MICROS - tick) / tick) * tick;
  return Math.min(Math.max(rounded, tick), highest);
}
