/**
 * Hash of an exchange order, computed in one buffer.
 *
 * Shape       Thirteen ABI words: type hash and twelve fields. A field that is as in the order before keeps its word.
 * Errors      UnitError when a field does not fit its type.
 * Source      docs/assumptions.md#order-struct; test/fixtures/vectors/orders_v1.json.
 */
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import type { Address } from '#shared/units/ids.ts';
import { WORD, writeAddress, writeUint } from './abiWord.ts';
import { hashBytes, hashText } from './bytes.ts';
import { hashExchangeDomain, hashTypedData } from './domain.ts';

export const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)';
export const ORDER_TYPE_HASH = hashText(ORDER_TYPE);

const words = new Uint8Array(13 * WORD);
words.set(ORDER_TYPE_HASH, 0);
/** Value of each word; null before the first order, and where a value did not fit. */
const written = new Array<bigint | number | Address | null>(13).fill(null);

/** Struct hash, 32 bytes. */
function hashOrderStruct(order: OrderFields): Uint8Array {
  putUint(1, order.salt);
  putAddress(2, order.maker);
  putAddress(3, order.signer);
  putAddress(4, order.taker);
  putUint(5, order.tokenId);
  putUint(6, order.makerAmount);
  putUint(7, order.takerAmount);
  putUint(8, order.expiration);
  putUint(9, order.nonce);
  putUint(10, order.feeRateBps);
  putByte(11, order.side);
  putByte(12, order.signatureType);
  return hashBytes(words);
}

function putUint(index: number, value: bigint): void {
  if (written[index] === value) return;
  written[index] = null;
  writeUint(words, index * WORD, value);
  written[index] = value;
}

function putByte(index: number, value: number): void {
  if (written[index] === value) return;
  written[index] = null;
  writeUint(words, index * WORD, BigInt(value), 8);
  written[index] = value;
}

function putAddress(index: number, value: Address): void {
  if (written[index] === value) return;
  written[index] = null;
  writeAddress(words, index * WORD, value);
  written[index] = value;
}

/** Digest to sign, 32 bytes. */
export function hashOrder(order: OrderFields, domain: OrderDomain): Uint8Array {
  return hashTypedData(hashExchangeDomain(domain), hashOrderStruct(order));
}
