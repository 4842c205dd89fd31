import { describe, expect, it } from 'vitest';
import { parseAddress } from '#shared/units/ids.ts';
import { addressOfPublicKey, formatAddress, parseChecksummed } from '#wire/eip712/address.ts';
import { parseBytes } from '#wire/eip712/bytes.ts';

// Examples of EIP-55.
const PUBLISHED = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('addresses', () => {
  it.each(PUBLISHED)('formats %s with its checksum', (text) => {
    expect(formatAddress(parseAddress(text))).toBe(text);
    expect(parseChecksummed(text)).toBe(text.toLowerCase());
  });

  it('accepts an address in one case and refuses a wrong checksum in mixed case', () => {
    const text = PUBLISHED[0]!;
    expect(parseChecksummed(text.toLowerCase())).toBe(text.toLowerCase());
    expect(parseChecksummed(`0x${text.slice(2).toUpperCase()}`)).toBe(text.toLowerCase());
    expect(() => parseChecksummed(text.replace('aA', 'Aa'))).toThrow('valid checksum');
  });

  it('derives the address of a public key', () => {
    // Generator point: the key of the scalar 1.
    const key = parseBytes(
      '0x0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
    );
    expect(formatAddress(addressOfPublicKey(key))).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
    expect(() => addressOfPublicKey(key.subarray(1))).toThrow('uncompressed public key');
  });
});
