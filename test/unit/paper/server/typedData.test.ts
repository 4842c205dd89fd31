import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '#paper/server/hex.ts';
import { orderDigest, recoverSigner, safeTxHash } from '#paper/server/typedData.ts';

interface OrderVector {
  domain: { name: string; version: string; chainId: number; verifyingContract: string };
  order: Record<'salt' | 'maker' | 'signer' | 'taker' | 'tokenId' | 'makerAmount' | 'takerAmount', string> &
    Record<'expiration' | 'nonce' | 'feeRateBps', string> & { side: number; signatureType: number };
  digest: string;
  signature: string;
}
interface SafeVector {
  chainId: number;
  safe: string;
  owner: string;
  tx: Record<
    'to' | 'value' | 'data' | 'nonce' | 'safeTxGas' | 'gasPrice' | 'baseGas' | 'gasToken' | 'refundReceiver',
    string
  > & { operation: number };
  safeTxHash: string;
  signature_eip712: string;
}

const read = <T>(name: string): T[] =>
  (JSON.parse(readFileSync(new URL(`../../../fixtures/vectors/${name}`, import.meta.url), 'utf8')) as { vectors: T[] })
    .vectors;

describe('typed data', () => {
  test('hashes orders and recovers their signers as independent programs do', () => {
    const vectors = read<OrderVector>('orders_v1.json');
    expect(vectors.length).toBeGreaterThan(2);
    for (const { domain, order, digest, signature } of vectors) {
      const hash = orderDigest(
        { name: domain.name, version: domain.version, chainId: domain.chainId, exchange: domain.verifyingContract },
        {
          ...order,
          salt: BigInt(order.salt),
          tokenId: BigInt(order.tokenId),
          makerAmount: BigInt(order.makerAmount),
          takerAmount: BigInt(order.takerAmount),
          expiration: BigInt(order.expiration),
          nonce: BigInt(order.nonce),
          feeRateBps: BigInt(order.feeRateBps),
        },
      );
      expect(toHex(hash)).toBe(digest);
      expect(recoverSigner(hash, signature)).toBe(order.signer.toLowerCase());
    }
  });

  test('hashes Safe transactions without gas fields as the real contract does', () => {
    const vectors = read<SafeVector>('safe_tx.json').filter(({ tx }) =>
      [tx.safeTxGas, tx.baseGas, tx.gasPrice, tx.gasToken, tx.refundReceiver].every((field) => BigInt(field) === 0n),
    );
    expect(vectors.length).toBeGreaterThan(2);
    for (const { chainId, safe, owner, tx, safeTxHash: expected, signature_eip712: signature } of vectors) {
      const hash = safeTxHash(chainId, safe, { ...tx, value: BigInt(tx.value), nonce: BigInt(tx.nonce) });
      expect(toHex(hash)).toBe(expected);
      expect(recoverSigner(hash, signature)).toBe(owner.toLowerCase());
    }
  });

  test('takes no signature with a high s, another v or another length', () => {
    const [{ digest, signature }] = read<OrderVector>('orders_v1.json') as [OrderVector];
    const hash = fromHex(digest);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = BigInt(`0x${signature.slice(66, 130)}`);
    const flipped = signature.endsWith('1b') ? '1c' : '1b';
    const high = `${signature.slice(0, 66)}${(order - s).toString(16).padStart(64, '0')}${flipped}`;
    for (const bad of [high, `${signature.slice(0, -2)}00`, signature.slice(0, -2), `${signature}00`, '0x']) {
      expect(recoverSigner(hash, bad)).toBeNull();
    }
  });
});
