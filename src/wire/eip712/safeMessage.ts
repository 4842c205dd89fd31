/**
 * Hash of a SafeMessage: what an owner signs on behalf of a Safe, for orders of signature type 3.
 *
 * Invariants  The order hash is wrapped: a Safe rejects a signature over the raw order hash (GS026).
 * Source      docs/exchange-interface.md#second-key-signature; test/fixtures/vectors/safe_message.json.
 */
import { WORD } from './abiWord.ts';
import { hashBytes, hashText } from './bytes.ts';
import { hashSafeDomain, hashTypedData, type SafeDomain } from './domain.ts';

export const SAFE_MESSAGE_TYPE = 'SafeMessage(bytes message)';
export const SAFE_MESSAGE_TYPE_HASH = hashText(SAFE_MESSAGE_TYPE);
/** Return value of `isValidSignature(bytes32,bytes)` for a valid signature (ERC-1271). */
export const ERC1271_ACCEPTED = '0x1626ba7e';

const words = new Uint8Array(2 * WORD);
words.set(SAFE_MESSAGE_TYPE_HASH, 0);

/** Message of an order: the 32-byte order hash itself. */
export function encodeSafeMessageData(orderDigest: Uint8Array): Uint8Array {
  return orderDigest.slice();
}

/** Digest of `SafeMessage(message)` under the wallet's domain. */
export function hashSafeMessage(message: Uint8Array, domain: SafeDomain): Uint8Array {
  words.set(hashBytes(message), WORD);
  return hashTypedData(hashSafeDomain(domain), hashBytes(words));
}
