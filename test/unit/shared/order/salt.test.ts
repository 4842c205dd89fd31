import { describe, expect, it } from 'vitest';
import { buildSalt } from '#shared/order/salt.ts';

describe('salt', () => {
  it('stays above 0 and below 2^53 at both ends of the random bytes', () => {
    expect(buildSalt(new Uint8Array(8).fill(0xff))).toBe(2n ** 53n - 1n);
    expect(buildSalt(new Uint8Array(8))).toBe(1n);
  });

  it('takes the first 53 bits, most significant first', () => {
    expect(buildSalt(Uint8Array.of(0, 0, 0, 0, 0, 0, 0x10, 0))).toBe(2n);
    expect(buildSalt(Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0))).toBe(2n ** 52n);
  });

  it('reads a view of a larger buffer from its own start', () => {
    const pool = Uint8Array.of(0xff, 0xff, 0, 0, 0, 0, 0, 0, 0x18, 0, 0xff);
    expect(buildSalt(pool.subarray(2, 10))).toBe(3n);
  });
});
