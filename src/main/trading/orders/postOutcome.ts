/**
 * Outcome of a post: applied to the order's record, and turned into the receipt.
 *
 * Invariants  An unknown outcome leaves the order unknown, unless its data has already arrived on the stream.
 */
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import type { PostOutcome } from '#shared/order/placement.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { buildReceipt } from './orderReceipt.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Orders } from './orders.ts';

export interface PostOutcomeOptions {
  readonly orders: Pick<Orders, 'apply' | 'applyPlacement' | 'applyExchangeOrders'>;
  /** Called with the order that the exchange accepted. */
  onAccepted(order: ExchangeOrder): void;
  /** Called when the outcome is lost, so that the exchange is asked. */
  onLost(): void;
}

/** `signedBy` is null for an order that no key signed now; `atMs` is this machine's time. */
export function applyPostOutcome(
  record: OrderRecord,
  outcome: PostOutcome,
  signedBy: 'own' | 'second' | null,
  atMs: number,
  { orders, onAccepted, onLost }: PostOutcomeOptions,
): PlaceReceipt {
  switch (outcome.kind) {
    case 'accepted':
      orders.applyPlacement(record, outcome.order, atMs);
      onAccepted(outcome.order);
      break;
    case 'rejected':
      orders.apply(record, { kind: 'refused', atMs, codes: outcome.codes });
      return { outcome: 'rejected', orderId: null, refusal: { codes: outcome.codes, signedBy } };
    case 'unknown':
      orders.apply(record, { kind: 'lost', atMs, reason: { code: 'noAnswer', parameters: { cause: outcome.cause } } });
      // The order may have arrived on the stream already.
      orders.applyExchangeOrders([], atMs);
      if (record.life.at === 'unknown') onLost();
  }
  return buildReceipt(record);
}
