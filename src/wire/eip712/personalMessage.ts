/** Hash of a message under the prefix of `personal_sign` (EIP-191): what `eth_sign` signatures of a Safe are made over. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { concat, hashBytes } from './bytes.ts';

/** Added to v by a Safe's owner who signed with `eth_sign`. */
export const ETH_SIGN_V_OFFSET = 4;

/** Digest of `\x19Ethereum Signed Message:\n` ‖ length ‖ message. */
export function hashPersonalMessage(message: Uint8Array): Uint8Array {
  return hashBytes(concat(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message));
}
