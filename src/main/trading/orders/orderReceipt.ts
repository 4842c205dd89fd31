/** Receipts of a placement: a denial, or what follows from the order's current life. */
import type { PlaceDenial, PlaceReceipt } from '#shared/order/receipts.ts';
import type { OrderRecord } from './orderRecord.ts';
import type { Denied } from './placerApi.ts';

export function deny(denial: PlaceDenial): Denied {
  return { outcome: 'denied', orderId: null, denials: [denial] };
}

export function buildReceipt({ life, orderId }: Pick<OrderRecord, 'life' | 'orderId'>): PlaceReceipt {
  switch (life.at) {
    case 'rejected':
      return { outcome: 'rejected', orderId, refusal: { codes: life.codes, signedBy: null } };
    case 'absent':
      return { outcome: 'absent', orderId, reason: life.reason };
    case 'signed':
    case 'sent':
    case 'unknown':
      return { outcome: 'unknown', orderId };
    default:
      return { outcome: 'accepted', orderId };
  }
}
