/** Salt of an order, from random bytes. */

/** Bits of a salt: at most 2^53 − 1. */
const SALT_BITS = 53;

/**
 * A salt from 1 to 2^53 − 1, from the first 53 of at least 64 random bits.
 *
 * Source      docs/assumptions.md#salt.
 */
export function buildSalt(bytes: Uint8Array): bigint {
  const drawn = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0);
  return drawn >> BigInt(64 - SALT_BITS) || 1n;
}
