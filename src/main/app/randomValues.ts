/** Values made of random bytes: UUIDs, and salts of orders. */

/** A UUID of version 4 from 16 random bytes. */
export function formatUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A salt above 0 and below 2^53 from 8 random bytes: docs/assumptions.md#salt. */
export function buildSalt(bytes: Uint8Array): bigint {
  return (Buffer.from(bytes).readBigUInt64BE() >> 11n) + 1n;
}
