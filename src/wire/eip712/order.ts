/**
 * Hash of an exchange order, computed in one buffer.
 *
 * Shape       Thirteen ABI words: type hash and twelve fields.
 * Errors      UnitError when a field does not fit its type.
 * Source      docs/assumptions.md#order-struct; test/fixtures/vectors/orders_v1.json.
 */
import type { OrderDomain, OrderFields } from '#shared/order/fields.ts';
import { WORD, writeAddress, writeUint } from './abiWord.ts';
import { hashBytes, hashText } from './bytes.ts';
import { hashExchangeDomain, hashTypedData } from './domain.ts';

export const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)';
export const ORDER_TYPE_HASH = hashText(ORDER_TYPE);

const words = new Uint8Array(13 * WORD);
words.set(ORDER_TYPE_HASH, 0);

/** Struct hash, 32 bytes. */
export function hashOrderStruct(order: OrderFields): Uint8Array {
  writeUint(words, WORD, order.salt);
  writeAddress(words, 2 * WORD, order.maker);
  writeAddress(words, 3 * WORD, order.signer);
  writeAddress(words, 4 * WORD, order.taker);
  writeUint(words, 5 * WORD, order.tokenId);
  writeUint(words, 6 * WORD, order.makerAmount);
  writeUint(words, 7 * WORD, order.takerAmount);
  writeUint(words, 8 * WORD, order.expiration);
  writeUint(words, 9 * WORD, order.nonce);
  writeUint(words, 10 * WORD, order.feeRateBps);
  writeUint(words, 11 * WORD, BigInt(order.side), 8);
  writeUint(words, 12 * WORD, BigInt(order.signatureType), 8);
  return hashBytes(words);
}

/** Digest to sign, 32 bytes. */
export function hashOrder(order: OrderFields, domain: OrderDomain): Uint8Array {
  return hashTypedData(hashExchangeDomain(domain), hashOrderStruct(order));
}
