/** Hex text, 32-byte words, checksummed addresses and Keccak-256. */
import { keccak_256 } from '@noble/hashes/sha3.js';

export function keccak(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak_256(parts.length === 1 ? parts[0]! : Buffer.concat(parts));
}

export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

/** Decodes validated hex text. */
export function fromHex(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex');
}

/** Big-endian 32-byte word. */
export function word(value: bigint | number): Uint8Array {
  return Buffer.from(wordText(value), 'hex');
}

/** An address left-padded to a word. */
export function addressWord(address: string): Uint8Array {
  return Buffer.from(addressWordText(address), 'hex');
}

/** Hex digits of a word, for concatenation before decoding. */
export function wordText(value: bigint | number): string {
  return value.toString(16).padStart(64, '0');
}

export function addressWordText(address: string): string {
  return address.slice(2).padStart(64, '0');
}

export function bytesToBig(bytes: Uint8Array): bigint {
  return BigInt(toHex(bytes));
}

/** EIP-55 checksum spelling. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = toHex(keccak(Buffer.from(digits, 'ascii'))).slice(2);
  let out = '0x';
  for (let at = 0; at < 40; at += 1) out += hash[at]! >= '8' ? digits[at]!.toUpperCase() : digits[at]!;
  return out;
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
}

export function isHexBytes(value: unknown): value is string {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value);
}

export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
