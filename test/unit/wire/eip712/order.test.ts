import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/orders_v1.json' with { type: 'json' };
import { encodeHex } from '#wire/eip712/bytes.ts';
import { hashOrder, ORDER_TYPE, ORDER_TYPE_HASH } from '#wire/eip712/order.ts';

const order: OrderFields = {
  salt: 2n ** 53n - 1n,
  maker: parseAddress(`0x${'a1'.repeat(20)}`),
  signer: parseAddress(`0x${'b2'.repeat(20)}`),
  taker: ZERO_ADDRESS,
  tokenId: 2n ** 256n - 1n,
  makerAmount: 35_000_000n,
  takerAmount: 100_000_000n,
  expiration: 0n,
  nonce: 0n,
  feeRateBps: 0n,
  side: 0,
  signatureType: 2,
};
const domain: OrderDomain = { name: 'X', version: '1', chainId: 137n, verifyingContract: order.maker };

const names = ORDER_TYPE.slice(ORDER_TYPE.indexOf('(') + 1, -1)
  .split(',')
  .map((field) => field.split(' ') as [string, string])
  .map(([type, name]) => ({ type, name }));

function expectedDigest(fields: OrderFields, under: OrderDomain = domain): string {
  return hashTypedData({
    types: { Order: names },
    primaryType: 'Order',
    domain: under,
    message: { ...fields },
  });
}

describe('order hash', () => {
  it('has the published type hash', () => {
    expect(ORDER_TYPE).toBe(vectors.typeString);
    expect(encodeHex(ORDER_TYPE_HASH)).toBe(vectors.typeHash);
  });

  it('equals the digests of independent programs', () => {
    for (const row of vectors.vectors) {
      const fields: OrderFields = {
        salt: BigInt(row.order.salt),
        maker: parseAddress(row.order.maker),
        signer: parseAddress(row.order.signer),
        taker: parseAddress(row.order.taker),
        tokenId: BigInt(row.order.tokenId),
        makerAmount: BigInt(row.order.makerAmount),
        takerAmount: BigInt(row.order.takerAmount),
        expiration: BigInt(row.order.expiration),
        nonce: BigInt(row.order.nonce),
        feeRateBps: BigInt(row.order.feeRateBps),
        side: row.order.side as 0 | 1,
        signatureType: row.order.signatureType,
      };
      const under = {
        ...row.domain,
        chainId: BigInt(row.domain.chainId),
        verifyingContract: parseAddress(row.domain.verifyingContract),
      };
      expect(encodeHex(hashOrder(fields, under))).toBe(row.digest);
    }
  });

  it('overwrites the whole buffer for each order', () => {
    hashOrder(order, domain);
    const small = { ...order, salt: 1n, tokenId: 2n, makerAmount: 3n, takerAmount: 4n, side: 1 as const };
    expect(encodeHex(hashOrder(small, domain))).toBe(expectedDigest(small));
  });

  it('keeps no field of an order before, also not of one that was refused', () => {
    const uints = ['salt', 'tokenId', 'makerAmount', 'takerAmount', 'expiration', 'nonce', 'feeRateBps'] as const;
    const uint = fc.constantFrom(0n, 1n, 2n ** 48n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 255n, 2n ** 256n, -1n);
    const address = fc.constantFrom(order.maker, order.signer, ZERO_ADDRESS);
    const change = fc.oneof(
      fc.record({ name: fc.constantFrom(...uints), value: uint }),
      fc.record({ name: fc.constantFrom('maker', 'signer', 'taker'), value: address }),
      fc.record({ name: fc.constant('signatureType'), value: fc.constantFrom(0, 2, 255, 256) }),
      fc.record({ name: fc.constant('side'), value: fc.constantFrom(0, 1) }),
      fc.record({ name: fc.constant('chainId'), value: fc.constantFrom(1n, 137n) }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let fields: OrderFields = order;
        let chainId = domain.chainId;
        for (const { name, value } of changes) {
          if (name === 'chainId') chainId = value as bigint;
          else fields = { ...fields, [name]: value };
          const isValid = uints.every((one) => fields[one] >= 0n && fields[one] < 2n ** 256n);
          const under = { ...domain, chainId };
          if (isValid && fields.signatureType < 256) {
            expect(encodeHex(hashOrder(fields, under))).toBe(expectedDigest(fields, under));
          } else expect(() => hashOrder(fields, under)).toThrow('Expected');
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a field that does not fit its type', () => {
    expect(() => hashOrder({ ...order, tokenId: 2n ** 256n }, domain)).toThrow('256 bits');
    expect(() => hashOrder({ ...order, signatureType: 256 }, domain)).toThrow('8 bits');
    expect(() => hashOrder({ ...order, makerAmount: -1n }, domain)).toThrow('256 bits');
  });
});
