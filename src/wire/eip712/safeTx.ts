/**
 * Hash of a Safe transaction (Safe 1.3.0 and later).
 *
 * Units       Value in wei; a relayed call has no value, and zero in the gas fields.
 * Source      docs/assumptions.md#safe-domain; test/fixtures/vectors/safe_tx.json.
 */
import { type Address, type Hex, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { WORD, writeAddress, writeUint } from './abiWord.ts';
import { hashBytes, hashText, parseBytes } from './bytes.ts';
import { encodeTypedData, hashSafeDomain, hashTypedData, type SafeDomain } from './domain.ts';

export const SAFE_TX_TYPE =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
export const SAFE_TX_TYPE_HASH = hashText(SAFE_TX_TYPE);

export interface SafeTx {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  /** 0 = CALL, 1 = DELEGATECALL. */
  readonly operation: 0 | 1;
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: Address;
  readonly refundReceiver: Address;
  readonly nonce: bigint;
}

/** Builds a transaction for the operator's relay: no value, no gas refund. */
export function buildRelayedTx(call: {
  readonly to: Address;
  readonly data: Hex;
  readonly operation: 0 | 1;
  readonly nonce: number | bigint;
}): SafeTx {
  return {
    to: call.to,
    value: 0n,
    data: call.data,
    operation: call.operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: ZERO_ADDRESS,
    refundReceiver: ZERO_ADDRESS,
    nonce: BigInt(call.nonce),
  };
}

const words = new Uint8Array(11 * WORD);
words.set(SAFE_TX_TYPE_HASH, 0);

/** Struct hash, 32 bytes. */
function hashSafeTxStruct(tx: SafeTx): Uint8Array {
  writeAddress(words, WORD, tx.to);
  writeUint(words, 2 * WORD, tx.value);
  words.set(hashBytes(parseBytes(tx.data)), 3 * WORD);
  writeUint(words, 4 * WORD, BigInt(tx.operation), 8);
  writeUint(words, 5 * WORD, tx.safeTxGas);
  writeUint(words, 6 * WORD, tx.baseGas);
  writeUint(words, 7 * WORD, tx.gasPrice);
  writeAddress(words, 8 * WORD, tx.gasToken);
  writeAddress(words, 9 * WORD, tx.refundReceiver);
  writeUint(words, 10 * WORD, tx.nonce);
  return hashBytes(words);
}

/** Result of the contract's `encodeTransactionData`: 0x1901 ‖ separator ‖ struct hash. */
export function encodeTransactionData(tx: SafeTx, domain: SafeDomain): Uint8Array {
  return encodeTypedData(hashSafeDomain(domain), hashSafeTxStruct(tx));
}

/** SafeTx hash, the digest to sign. */
export function hashSafeTx(tx: SafeTx, domain: SafeDomain): Uint8Array {
  return hashTypedData(hashSafeDomain(domain), hashSafeTxStruct(tx));
}
