import { describe, expect, it } from 'vitest';
import { parseAddress, parseHex, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/safe_tx.json' with { type: 'json' };
import { encodeHex } from '#wire/eip712/bytes.ts';
import { hashSafeDomain, SAFE_DOMAIN_TYPE_HASH } from '#wire/eip712/domain.ts';
import {
  buildRelayedTx,
  encodeTransactionData,
  hashSafeTx,
  SAFE_TX_TYPE,
  SAFE_TX_TYPE_HASH,
  type SafeTx,
} from '#wire/eip712/safeTx.ts';

describe('SafeTx hash', () => {
  it('uses the published types', () => {
    expect(SAFE_TX_TYPE).toBe(vectors.typeString);
    expect(encodeHex(SAFE_TX_TYPE_HASH)).toBe(vectors.typeHash);
    expect(encodeHex(SAFE_DOMAIN_TYPE_HASH)).toBe(vectors.domainTypeHash);
  });

  it.each(vectors.vectors.map((row) => [row.label, row] as const))('equals the contract for "%s"', (_label, row) => {
    const tx: SafeTx = {
      to: parseAddress(row.tx.to),
      value: BigInt(row.tx.value),
      data: parseHex(row.tx.data),
      operation: row.tx.operation as 0 | 1,
      safeTxGas: BigInt(row.tx.safeTxGas),
      baseGas: BigInt(row.tx.baseGas),
      gasPrice: BigInt(row.tx.gasPrice),
      gasToken: parseAddress(row.tx.gasToken),
      refundReceiver: parseAddress(row.tx.refundReceiver),
      nonce: BigInt(row.tx.nonce),
    };
    const domain = { chainId: BigInt(row.chainId), safe: parseAddress(row.safe) };
    expect(encodeHex(hashSafeDomain(domain))).toBe(vectors.domainSeparator);
    expect(encodeHex(encodeTransactionData(tx, domain))).toBe(row.encodeTransactionData);
    expect(encodeHex(hashSafeTx(tx, domain))).toBe(row.safeTxHash);
  });

  it('builds a relayed transaction without value, gas or refund', () => {
    const tx = buildRelayedTx({ to: parseAddress(`0x${'11'.repeat(20)}`), data: '0x12', operation: 1, nonce: 7 });
    expect(tx).toMatchObject({ value: 0n, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, nonce: 7n, operation: 1 });
    expect([tx.gasToken, tx.refundReceiver]).toEqual([ZERO_ADDRESS, ZERO_ADDRESS]);
  });
});
