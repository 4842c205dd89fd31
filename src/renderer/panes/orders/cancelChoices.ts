/** Cancels that an order's menu offers: orders of its price, side of the book, outcome, market and event. */
import type { OrderView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import { bookColumn, inYesTerms } from '#shared/market/outcome.ts';
import { ALL_ORDERS, type CancelSelection, ordersOfMarket } from '#shared/order/exits/selection.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';

export interface CancelChoice {
  readonly label: string;
  readonly selection: CancelSelection;
}

/** Selections that this order is part of, narrowest first. */
export function listCancelChoices(order: OrderView, market: Pick<Market, 'eventId'> | null): readonly CancelChoice[] {
  const own = ordersOfMarket(order.market);
  const eventId = market?.eventId ?? null;
  const choices: CancelChoice[] = [];
  if (order.direction !== null) {
    const column = bookColumn(order.side, order.direction);
    const yesPrice = inYesTerms(order.side, order.price);
    choices.push({
      label: `Cancel ${column}s at ${formatTickPrice(yesPrice)} (yes)`,
      selection: { ...own, column, yesPrice },
    });
    choices.push({ label: `Cancel all ${column}s of this market`, selection: { ...own, column } });
  }
  choices.push({ label: `Cancel all ${order.side} orders of this market`, selection: { ...own, side: order.side } });
  choices.push({ label: 'Cancel all orders of this market', selection: own });
  if (eventId !== null) {
    choices.push({ label: 'Cancel all orders of this event', selection: { ...ALL_ORDERS, eventId } });
  }
  return choices;
}
