/** Addresses: derived from a public key, formatted and parsed with the EIP-55 checksum. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { hashBytes } from './bytes.ts';

/** Formats an address with its EIP-55 checksum. */
export function formatAddress(address: Address): string {
  const digits = parseAddress(address).slice(2);
  const hash = bytesToHex(hashBytes(utf8ToBytes(digits)));
  let out = '0x';
  for (let index = 0; index < 40; index += 1) {
    out += hash[index]! >= '8' ? digits[index]!.toUpperCase() : digits[index]!;
  }
  return out;
}

/** Parses an address; one in mixed case must have a valid EIP-55 checksum. Throws UnitError. */
export function parseChecksummed(text: string): Address {
  const address = parseAddress(text);
  const digits = text.slice(2);
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixedCase && formatAddress(address) !== text) {
    throw new UnitError('an address with a valid checksum', quoteFound(text));
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
