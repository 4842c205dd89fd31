/**
 * Whether an address signed a hash.
 *
 * Errors      Answers false for anything that is not a low-s 65-byte signature with v 27 or 28.
 */
import { sameAddress } from './hex.ts';
import { recoverSigner } from './typedData.ts';

export function isSignedBy(address: string, hash: Uint8Array, signature: string): boolean {
  const signer = recoverSigner(hash, signature);
  return signer !== null && sameAddress(signer, address);
}
