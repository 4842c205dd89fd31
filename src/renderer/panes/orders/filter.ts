/**
 * Filters of one orders pane: state, side, market and words.
 *
 * Invariants  Pure. An order whose outcome is unknown passes every filter: it must not be overlooked.
 */

import { matchesWords } from '#shared/base/searchWords.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { isTerminal } from '#shared/order/life.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { marketName } from '../../domain/markets/markets.ts';
import { describeState, formatSide } from './model.ts';

export const STATE_FILTERS = { all: 'All', open: 'Open', filled: 'With fills', ended: 'Ended without a fill' } as const;
export const SIDE_FILTERS = { all: 'Both', buy: 'Buys', sell: 'Sells', yes: 'Yes', no: 'No' } as const;

export type StateFilter = keyof typeof STATE_FILTERS;
export type SideFilter = keyof typeof SIDE_FILTERS;

export interface OrderFilter {
  readonly state: StateFilter;
  readonly side: SideFilter;
  /** Null: every market. */
  readonly market: MarketId | null;
  /** Words of market, side, state, or the order's id. */
  readonly text: string;
}

export function filterOrders(
  orders: readonly OrderView[],
  filter: OrderFilter,
  markets: readonly Market[],
): readonly OrderView[] {
  const listed = new Map(markets.map((market) => [market.id, market]));
  return orders.filter((order) => order.life.at === 'unknown' || isShown(order, filter, listed.get(order.market)));
}

function isShown(order: OrderView, { state, side, market, text }: OrderFilter, listed: Market | undefined): boolean {
  if (market !== null && order.market !== market) return false;
  return isInState(order, state) && isOnSide(order, side) && hasWords(order, text, listed);
}

function isInState({ life, filled }: OrderView, state: StateFilter): boolean {
  switch (state) {
    case 'all':
      return true;
    case 'open':
      return !isTerminal(life);
    case 'filled':
      return filled > 0;
    case 'ended':
      return isTerminal(life) && filled === 0;
  }
}

function isOnSide(order: OrderView, side: SideFilter): boolean {
  return side === 'all' || order.direction === side || order.side === side;
}

function hasWords(order: OrderView, text: string, market: Market | undefined): boolean {
  if (text.trim() === '') return true;
  const names = market ? [marketName(market), market.title, market.eventTitle] : [order.market];
  return matchesWords([...names, formatSide(order), describeState(order).text, order.orderId], text);
}
