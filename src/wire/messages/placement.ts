/**
 * Body of the order placement request, with a fixed order of keys.
 *
 * Units       Price and volume as decimal text; signed amounts as decimal text of millionths.
 * Source      docs/exchange-interface.md#order-placement; docs/assumptions.md#signed-order-body, #custodial-direction.
 */
import { DEFAULT_DIRECTION, type DirectionField } from '#shared/order/account/custodial.ts';
import type { SignedOrder } from '#shared/order/fields.ts';
import type { Placement } from '#shared/order/placement.ts';
import { formatPrice } from '#shared/units/price.ts';
import { formatShares } from '#shared/units/shares.ts';

/** Encodes the body; exactly these bytes are signed and sent. `direction` counts for an order without a signature only. */
export function encodePlacement({ intent, signed }: Placement, direction: DirectionField = DEFAULT_DIRECTION): string {
  const body = {
    market: intent.market,
    side: intent.side,
    // A signed order has the direction in its own `side`.
    ...(signed === null ? { [direction.name]: direction[intent.direction] } : {}),
    ord_type: 'limit',
    price: formatPrice(intent.price),
    volume: formatShares(intent.shares),
    post_only: intent.postOnly,
    ...(signed === null ? {} : { signed_order: buildWireSignedOrder(signed) }),
  };
  return JSON.stringify(body);
}

export interface WireSignedOrder {
  readonly salt: string;
  readonly maker: string;
  readonly signer: string;
  readonly taker: string;
  readonly token_id: string;
  readonly maker_amount: string;
  readonly taker_amount: string;
  readonly expiration: string;
  readonly nonce: string;
  readonly fee_rate_bps: string;
  readonly side: 0 | 1;
  readonly signature_type: number;
  readonly signature: string;
}

export function buildWireSignedOrder({ order, signature }: SignedOrder): WireSignedOrder {
  return {
    salt: order.salt.toString(),
    maker: order.maker,
    signer: order.signer,
    taker: order.taker,
    token_id: order.tokenId.toString(),
    maker_amount: order.makerAmount.toString(),
    taker_amount: order.takerAmount.toString(),
    expiration: order.expiration.toString(),
    nonce: order.nonce.toString(),
    fee_rate_bps: order.feeRateBps.toString(),
    side: order.side,
    signature_type: order.signatureType,
    signature,
  };
}
