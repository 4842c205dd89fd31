/** Hash of a message with the `personal_sign` prefix (EIP-191), as signed by `eth_sign` owners of a Safe. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { concat, hashBytes } from './bytes.ts';

/** A Safe expects v + 4 in a signature made with `eth_sign`. */
export const ETH_SIGN_V_OFFSET = 4;

/** Digest of `\x19Ethereum Signed Message:\n` ‖ length ‖ message. */
export function hashPersonalMessage(message: Uint8Array): Uint8Array {
  return hashBytes(concat(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message));
}
