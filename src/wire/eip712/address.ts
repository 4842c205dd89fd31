/** Addresses: from a public key, and with the EIP-55 checksum in the case of their letters. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { hashBytes } from './bytes.ts';

/** Writes an address with its EIP-55 checksum, for people. */
export function formatAddress(address: Address): string {
  const digits = parseAddress(address).slice(2);
  const hash = bytesToHex(hashBytes(utf8ToBytes(digits)));
  let out = '0x';
  for (let index = 0; index < 40; index += 1) {
    out += hash[index]! >= '8' ? digits[index]!.toUpperCase() : digits[index]!;
  }
  return out;
}

/** Parses an address; letters of both cases must be a right EIP-55 checksum. Throws UnitError. */
export function parseChecksummed(text: string): Address {
  const address = parseAddress(text);
  const digits = text.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && formatAddress(address) !== text) {
    throw new UnitError('an address with a right checksum', quoteFound(text));
  }
  return address;
}

/** Address of a public key given as 65 bytes, 0x04 ‖ x ‖ y. */
export function addressOfPublicKey(publicKey: Uint8Array): Address {
  if (publicKey.length !== 65 || publicKey[0] !== 4) {
    throw new UnitError('an uncompressed public key of 65 bytes', `${publicKey.length} bytes`);
  }
  return `0x${bytesToHex(hashBytes(publicKey.subarray(1)).subarray(12))}` as Address;
}
