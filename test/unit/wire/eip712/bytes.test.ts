import { describe, expect, it } from 'vitest';
import { concat, encodeHex, encodeHex32, hashBytes, hashText, parseBytes } from '#wire/eip712/bytes.ts';

describe('bytes', () => {
  it('encodes lower-case hex and parses it back', () => {
    expect(encodeHex(Uint8Array.of(0, 171, 255))).toBe('0x00abff');
    expect([...parseBytes('0x00AbfF')]).toEqual([0, 171, 255]);
    expect(parseBytes('0x')).toHaveLength(0);
  });

  it('refuses an odd number of digits, a missing prefix and other letters', () => {
    for (const text of ['0xabc', 'abcd', '0xgg', '']) expect(() => parseBytes(text)).toThrow('Expected bytes as 0x');
  });

  it('refuses a hash that is not 32 bytes', () => {
    expect(encodeHex32(new Uint8Array(32))).toBe(`0x${'0'.repeat(64)}`);
    expect(() => encodeHex32(new Uint8Array(31))).toThrow('Expected 32 bytes, found 31 bytes');
  });

  it('hashes with Keccak-256, not with SHA-3', () => {
    expect(encodeHex(hashBytes(new Uint8Array(0)))).toBe(
      '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    );
    expect(hashText('✓')).toEqual(hashBytes(Uint8Array.of(0xe2, 0x9c, 0x93)));
  });

  it('concatenates in order', () => {
    expect([...concat(Uint8Array.of(1), new Uint8Array(0), Uint8Array.of(2, 3))]).toEqual([1, 2, 3]);
  });
});
