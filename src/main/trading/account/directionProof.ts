/**
 * Direction proof: compares the sent direction of an unsigned order with the direction that the exchange reports.
 *
 * Shape       Only such an order has its direction in an undocumented field; in a signed order it is signed.
 * Source      docs/assumptions.md#custodial-direction
 */
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { OrderId } from '#shared/units/ids.ts';
import type { Orders } from '../orders/orders.ts';

/** Called for each order of a custodial account whose direction the exchange reports. */
export type OnDirection = (id: OrderId, isAsSent: boolean) => void;

export function createDirectionProof(orders: Pick<Orders, 'byOrder'>, onDirection: OnDirection) {
  return (order: ExchangeOrder): void => {
    if (order.direction === null) return;
    const signed = orders.byOrder(order.id)?.signed ?? null;
    if (signed === null || signed.digest !== null) return;
    onDirection(order.id, order.direction === signed.intent.direction);
  };
}
