/**
 * Signers of signatures, by the strict rules of chains.
 *
 * Errors      Returns null (false) for anything but a low-s 65-byte signature with v 27 or 28, as chains do.
 */
import { fromHex, keccak, toHex } from './hex.ts';
import { recover } from './recovery.ts';

const HASH_BYTES = 32;
/** Half the curve order: the highest `s` that chains accept. */
const HIGHEST_S = fromHex('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0');

/** True when an address, in any case, signed the hash. */
export function isSignedBy(address: string, hash: Uint8Array, signature: string): boolean {
  return recoverSigner(hash, signature) === address.toLowerCase();
}

/** Lower-case address of the signer, or null for an invalid signature. */
export function recoverSigner(hash: Uint8Array, signature: string): string | null {
  // A library may pad short input with zeros, which would be another hash.
  if (hash.length !== HASH_BYTES) throw new RangeError(`Expected a hash of 32 bytes, found ${hash.length}`);
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null;
  const bytes = fromHex(signature);
  const v = bytes[64];
  if ((v !== 27 && v !== 28) || Buffer.compare(bytes.subarray(32, 64), HIGHEST_S) > 0) return null;
  const point = recover(hash, bytes.subarray(0, 64), v === 27 ? 0 : 1);
  return point === null ? null : toHex(keccak(point.subarray(1)).subarray(12));
}
