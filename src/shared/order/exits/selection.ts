/**
 * Selection of orders to cancel: all, or those of an event, a market, an outcome, one side of the book, or a price.
 *
 * Shape       Each field narrows the selection; null selects any value.
 * Invariants  An order whose direction the exchange omitted is in no column, so a selection of one column leaves it.
 */
import { bookColumn, type Direction, inYesTerms, type Side } from '../../market/outcome.ts';
import type { MarketId } from '../../units/ids.ts';
import type { Price } from '../../units/price.ts';

export type BookColumn = 'bid' | 'ask';

export interface CancelSelection {
  readonly market: MarketId | null;
  readonly eventId: number | null;
  readonly side: Side | null;
  /** Side of the YES book in which the order rests. */
  readonly column: BookColumn | null;
  /** In YES terms, whatever outcome the order names. */
  readonly yesPrice: Price | null;
}

export const ALL_ORDERS: CancelSelection = { market: null, eventId: null, side: null, column: null, yesPrice: null };

export function ordersOfMarket(market: MarketId): CancelSelection {
  return { ...ALL_ORDERS, market };
}

export interface SelectableOrder {
  readonly market: MarketId;
  readonly side: Side;
  readonly direction: Direction | null;
  readonly price: Price;
}

/** Event of a market; null when the market is not listed or has none. */
export type EventOf = (market: MarketId) => number | null;

export function isSelected(order: SelectableOrder, selection: CancelSelection, eventOf: EventOf): boolean {
  const { side, column, yesPrice } = selection;
  if (!isMarketSelected(order.market, selection, eventOf)) return false;
  if (side !== null && order.side !== side) return false;
  if (yesPrice !== null && inYesTerms(order.side, order.price) !== yesPrice) return false;
  return column === null || (order.direction !== null && bookColumn(order.side, order.direction) === column);
}

/** True when the selection covers orders of this market. */
export function isMarketSelected(
  market: MarketId,
  selection: Pick<CancelSelection, 'market' | 'eventId'>,
  eventOf: EventOf,
): boolean {
  if (selection.market !== null && market !== selection.market) return false;
  return selection.eventId === null || eventOf(market) === selection.eventId;
}

/** True when market and event alone decide, so that an order needs no other readable field. */
export function isByMarketOnly({ side, column, yesPrice }: CancelSelection): boolean {
  return side === null && column === null && yesPrice === null;
}
