/**
 * Lines of own orders: one for each price and column of the book.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  Only resting orders with a direction can be moved; an unknown order is marked.
 */
import type { OrderView } from '#shared/ipc/views.ts';
import { bookColumn, inYesTerms, type Side } from '#shared/market/outcome.ts';
import { isTerminal } from '#shared/order/life.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import { priceInView } from '../plot/bars.ts';

export interface OwnLine {
  /** Identifies the line across updates. */
  readonly key: string;
  readonly price: number;
  /** In the terms of the shown outcome; null for an order whose direction the exchange did not state. */
  readonly column: 'bid' | 'ask' | null;
  readonly state: 'resting' | 'pending' | 'unknown';
  /** What its handle says: 'Bid 1,500', 'Ask 20 ?'. */
  readonly title: string;
  /** Resting orders that a move of the line moves. */
  readonly movable: readonly OrderView[];
}

export function buildOwnLines(orders: readonly OrderView[], view: Side): OwnLine[] {
  const groups = Map.groupBy(
    orders.filter((order) => !isTerminal(order.life)),
    (order) => `${columnOf(order, view) ?? 'order'}:${priceOf(order, view)}`,
  );
  return [...groups].map(([key, group]) => {
    const [first] = group as [OrderView, ...OrderView[]];
    const column = columnOf(first, view);
    const state = stateOf(group);
    const label = column === null ? 'Order' : column === 'bid' ? 'Bid' : 'Ask';
    const shares = group.reduce((sum, { remaining }) => sum + remaining, 0);
    return {
      key,
      price: priceOf(first, view),
      column,
      state,
      title: `${label} ${formatContracts(shares)}${state === 'unknown' ? ' ?' : ''}`,
      movable: group.filter(({ life, direction }) => life.at === 'resting' && direction !== null),
    };
  });
}

function priceOf({ side, price }: OrderView, view: Side): number {
  return priceInView(view, inYesTerms(side, price));
}

function columnOf({ side, direction }: OrderView, view: Side): 'bid' | 'ask' | null {
  if (direction === null) return null;
  return (bookColumn(side, direction) === 'bid') === (view === 'yes') ? 'bid' : 'ask';
}

/** The state that needs the most attention. */
function stateOf(orders: readonly OrderView[]): OwnLine['state'] {
  if (orders.some(({ life }) => life.at === 'unknown')) return 'unknown';
  return orders.every(({ life }) => life.at === 'resting') ? 'resting' : 'pending';
}
