/** Bytes to and from 0x hex, and Keccak-256. */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { UnitError } from '#shared/units/errors.ts';
import { type Hex, type Hex32, parseHex } from '#shared/units/ids.ts';
import { keccak256 } from './keccak.ts';

/** Encodes bytes as 0x and lower-case hex digits. */
export function encodeHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

/** Encodes 32 bytes as hex; throws UnitError for another length. */
export function encodeHex32(bytes: Uint8Array): Hex32 {
  if (bytes.length !== 32) throw new UnitError('32 bytes', `${bytes.length} bytes`);
  return `0x${bytesToHex(bytes)}` as Hex32;
}

/** Parses 0x and an even number of hex digits; throws UnitError for anything else. */
export function parseBytes(hex: string): Uint8Array {
  return hexToBytes(parseHex(hex).slice(2));
}

/** Keccak-256 of bytes. */
export function hashBytes(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes);
}

/** Keccak-256 of text in UTF-8. */
export function hashText(text: string): Uint8Array {
  return keccak256(utf8ToBytes(text));
}

/** Concatenates byte arrays. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
