import { describe, expect, it } from 'vitest';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { readSlice, readUint, writeAddress, writeHex32, writeUint } from '#wire/eip712/abiWord.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';

const dirty = (): Uint8Array => new Uint8Array(96).fill(0xee);

describe('ABI words', () => {
  it.each([0n, 1n, 255n, 256n, 0xffff_ffff_ffffn, 0x1_0000_0000_0000n, (1n << 256n) - 1n])(
    'writes %s over whatever was in the buffer and reads it back',
    (value) => {
      const buffer = dirty();
      writeUint(buffer, 32, value);
      expect(readUint(buffer, 32)).toBe(value);
      expect(buffer[31]).toBe(0xee);
      expect(buffer[64]).toBe(0xee);
    },
  );

  it('refuses values that would wrap around', () => {
    expect(() => writeUint(dirty(), 0, -1n)).toThrow('unsigned integer of 256 bits');
    expect(() => writeUint(dirty(), 0, 1n << 256n)).toThrow('unsigned integer of 256 bits');
    expect(() => writeUint(dirty(), 0, 256n, 8)).toThrow('unsigned integer of 8 bits');
  });

  it('pads an address on the left and copies 32 bytes as they are', () => {
    const buffer = dirty();
    writeAddress(buffer, 0, parseAddress(`0x${'ab'.repeat(20)}`));
    writeHex32(buffer, 32, parseHex32(`0x${'cd'.repeat(32)}`));
    expect(encodeHex(buffer.subarray(0, 64))).toBe(`0x${'00'.repeat(12)}${'ab'.repeat(20)}${'cd'.repeat(32)}`);
  });

  it('refuses to read past the end', () => {
    expect(() => readUint(dirty(), 65)).toThrow('32 bytes at offset 65');
    expect(() => readSlice(dirty(), -1, 2)).toThrow('at offset -1');
    expect(readSlice(dirty(), 96, 0)).toHaveLength(0);
  });
});
