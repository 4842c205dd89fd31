import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SignedOrder } from '#shared/order/fields.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import { parseAddress, parseHex, parseHex32, parseIntentId, parseMarketId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { buildWireSignedOrder, encodePlacement } from '#wire/messages/placement.ts';

interface OrderVector {
  readonly order: Readonly<Record<string, string>> & { readonly side: 0 | 1; readonly signatureType: number };
  readonly digest: string;
  readonly signature: string;
  readonly signed_order_snake_case: Readonly<Record<string, string | number>>;
}

const vectorFile = new URL('../../../fixtures/vectors/orders_v1.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(vectorFile, 'utf8')) as { vectors: OrderVector[] };

const toSigned = ({ order, digest, signature }: OrderVector): SignedOrder => ({
  order: {
    salt: BigInt(order.salt!),
    maker: parseAddress(order.maker!),
    signer: parseAddress(order.signer!),
    taker: parseAddress(order.taker!),
    tokenId: BigInt(order.tokenId!),
    makerAmount: BigInt(order.makerAmount!),
    takerAmount: BigInt(order.takerAmount!),
    expiration: BigInt(order.expiration!),
    nonce: BigInt(order.nonce!),
    feeRateBps: BigInt(order.feeRateBps!),
    side: order.side,
    signatureType: order.signatureType,
  },
  digest: parseHex32(digest),
  signature: parseHex(signature),
});

const intent: OrderIntent = {
  intentId: parseIntentId('intent-0001'),
  market: parseMarketId('rain-101'),
  side: 'yes',
  direction: 'sell',
  price: parsePrice('0.6'),
  shares: parseShares('251.5'),
  postOnly: true,
  bookVersion: null,
};

describe('placement body', () => {
  it('encodes every signed order of the vectors like its source, except for the case of addresses', () => {
    expect(vectors.length).toBeGreaterThan(0);
    for (const vector of vectors) {
      const expected = Object.fromEntries(
        Object.entries(vector.signed_order_snake_case).map(([key, value]) => [
          key,
          typeof value === 'string' ? value.toLowerCase() : value,
        ]),
      );
      const body: Record<string, unknown> = { ...buildWireSignedOrder(toSigned(vector)) };
      expect(body).toEqual(expected);
      expect(Object.keys(body)).toEqual(Object.keys(vector.signed_order_snake_case));
    }
  });

  it('writes keys in a fixed order, with the direction only in the signed order', () => {
    const text = encodePlacement({ intent, signed: toSigned(vectors[0]!) });
    expect(
      text.startsWith(
        '{"market":"rain-101","side":"yes","ord_type":"limit","price":"0.60","volume":"251.5","post_only":true,"signed_order":{"salt":"',
      ),
    ).toBe(true);
    expect(JSON.parse(text)).not.toHaveProperty('direction');
  });

  it('includes the direction of a custodial order', () => {
    expect(encodePlacement({ intent, signed: null })).toBe(
      '{"market":"rain-101","side":"yes","direction":"sell","ord_type":"limit","price":"0.60","volume":"251.5","post_only":true}',
    );
  });

  it('writes the direction of a custodial order into the field of the profile, with its words', () => {
    const field = { name: 'action', buy: 'BUY', sell: 'SELL' };
    expect(JSON.parse(encodePlacement({ intent, signed: null }, field))).toMatchObject({ side: 'yes', action: 'SELL' });
    expect(encodePlacement({ intent, signed: toSigned(vectors[0]!) }, field)).not.toContain('action');
  });
});
