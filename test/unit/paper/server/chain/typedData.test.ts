import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '#paper/server/chain/hex.ts';
import {
  type OrderMessage,
  orderDigest,
  orderDomainSeparator,
  safeMessageHash,
  safeTxHash,
} from '#paper/server/chain/typedData.ts';

interface Domain {
  name: string;
  version: string;
  chainId: number;
  verifyingContract: string;
}
type Order = Record<'salt' | 'maker' | 'signer' | 'taker' | 'tokenId' | 'makerAmount' | 'takerAmount', string> &
  Record<'expiration' | 'nonce' | 'feeRateBps', string> & { side: number; signatureType: number };
interface OrderVector {
  domain: Domain;
  order: Order;
  digest: string;
}
interface SafeVector {
  chainId: number;
  safe: string;
  tx: Record<
    'to' | 'value' | 'data' | 'nonce' | 'safeTxGas' | 'gasPrice' | 'baseGas' | 'gasToken' | 'refundReceiver',
    string
  > & { operation: number };
  safeTxHash: string;
}
interface MessageVector {
  chainId: number;
  safe: string;
  orderDomain: Domain;
  order: Order;
  orderDigest: string;
  safeMessageHash: string;
}

const read = <T>(name: string): T[] =>
  (
    JSON.parse(readFileSync(new URL(`../../../../fixtures/vectors/${name}`, import.meta.url), 'utf8')) as {
      vectors: T[];
    }
  ).vectors;

const separatorOf = ({ name, version, chainId, verifyingContract }: Domain): Uint8Array =>
  orderDomainSeparator({ name, version, chainId, exchange: verifyingContract });

const parse = (order: Order): OrderMessage => ({
  ...order,
  salt: BigInt(order.salt),
  tokenId: BigInt(order.tokenId),
  makerAmount: BigInt(order.makerAmount),
  takerAmount: BigInt(order.takerAmount),
  expiration: BigInt(order.expiration),
  nonce: BigInt(order.nonce),
  feeRateBps: BigInt(order.feeRateBps),
});

describe('typed data', () => {
  test('hashes orders as independent programs do', () => {
    const vectors = read<OrderVector>('orders_v1.json');
    expect(vectors.length).toBeGreaterThan(2);
    for (const { domain, order, digest } of vectors) {
      expect(toHex(orderDigest(separatorOf(domain), parse(order)))).toBe(digest);
    }
  });

  test('hashes the same order differently for another exchange', () => {
    const { domain, order, digest } = read<OrderVector>('orders_v1.json')[0]!;
    for (const change of [{ name: 'Another' }, { version: '2' }, { chainId: 1 }, { verifyingContract: order.maker }]) {
      expect(toHex(orderDigest(separatorOf({ ...domain, ...change }), parse(order)))).not.toBe(digest);
    }
  });

  test('hashes Safe transactions without gas fields as the real contract does', () => {
    const vectors = read<SafeVector>('safe_tx.json').filter(({ tx }) =>
      [tx.safeTxGas, tx.baseGas, tx.gasPrice, tx.gasToken, tx.refundReceiver].every((field) => BigInt(field) === 0n),
    );
    expect(vectors.length).toBeGreaterThan(2);
    for (const { chainId, safe, tx, safeTxHash: expected } of vectors) {
      const hash = safeTxHash(chainId, safe, { ...tx, value: BigInt(tx.value), nonce: BigInt(tx.nonce) });
      expect(toHex(hash)).toBe(expected);
    }
  });

  test('wraps orders into Safe messages as the real handler does', () => {
    const vectors = read<MessageVector>('safe_message.json');
    expect(vectors.length).toBeGreaterThan(2);
    for (const { chainId, safe, orderDomain, order, ...expected } of vectors) {
      const digest = orderDigest(separatorOf(orderDomain), parse(order));
      expect(toHex(digest)).toBe(expected.orderDigest);
      expect(toHex(safeMessageHash(chainId, safe, fromHex(expected.orderDigest)))).toBe(expected.safeMessageHash);
    }
  });
});
