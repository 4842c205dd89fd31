/**
 * Hash of a message that a Safe's owner signs in its name: the wrap of an order of signature type 3.
 *
 * Invariants  A raw order hash is never a SafeMessage hash: signing it is refused by the wallet (GS026).
 * Source      exchange-interface, Type 3 with a second signing key; test/fixtures/vectors/safe_message.json.
 */
import { WORD } from './abiWord.ts';
import { hashBytes, hashText } from './bytes.ts';
import { hashSafeDomain, hashTyped, type SafeDomain } from './domain.ts';

export const SAFE_MESSAGE_TYPE = 'SafeMessage(bytes message)';
export const SAFE_MESSAGE_TYPE_HASH = hashText(SAFE_MESSAGE_TYPE);
/** What `isValidSignature(bytes32,bytes)` answers for an accepted signature (ERC-1271). */
export const ERC1271_ACCEPTED = '0x1626ba7e';

const words = new Uint8Array(2 * WORD);
words.set(SAFE_MESSAGE_TYPE_HASH, 0);

/** ABI encoding of the 32-byte order hash: the bytes themselves. */
export function encodeSafeMessageData(orderDigest: Uint8Array): Uint8Array {
  return orderDigest.slice();
}

/** Digest of `SafeMessage(message)` under the wallet's domain. */
export function hashSafeMessage(message: Uint8Array, domain: SafeDomain): Uint8Array {
  words.set(hashBytes(message), WORD);
  return hashTyped(hashSafeDomain(domain), hashBytes(words));
}
