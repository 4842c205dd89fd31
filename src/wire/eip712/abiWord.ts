/**
 * ABI words (32 bytes): writes them into a buffer, reads them back.
 *
 * Errors      UnitError for a value that does not fit its type; nothing wraps around or is truncated.
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { type Address, type Hex32, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';

export const WORD = 32;
const MAX_UINT256 = (1n << 256n) - 1n;
/** Below it an integer is exact as a number. */
const SAFE_LIMIT = 2n ** 53n;

/** Writes an unsigned integer below 2^bits, big-endian. */
export function writeUint(buffer: Uint8Array, at: number, value: bigint, bits = 256): void {
  if (value < 0n || value > (bits === 256 ? MAX_UINT256 : (1n << BigInt(bits)) - 1n)) {
    throw new UnitError(`an unsigned integer of ${bits} bits`, quoteFound(value));
  }
  if (value < SAFE_LIMIT) {
    buffer.fill(0, at, at + WORD);
    let rest = toNumber(value);
    for (let index = at + WORD - 1; rest > 0; index -= 1) {
      buffer[index] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return;
  }
  buffer.set(hexToBytes(value.toString(16).padStart(64, '0')), at);
}

/** Writes an address, left-padded. */
export function writeAddress(buffer: Uint8Array, at: number, address: Address): void {
  buffer.fill(0, at, at + 12);
  buffer.set(hexToBytes(parseAddress(address).slice(2)), at + 12);
}

export function writeHex32(buffer: Uint8Array, at: number, value: Hex32): void {
  buffer.set(hexToBytes(parseHex32(value).slice(2)), at);
}

/** Reads one word as an unsigned integer. */
export function readUint(buffer: Uint8Array, at: number): bigint {
  return BigInt(`0x${bytesToHex(readSlice(buffer, at, WORD))}`);
}

/** Slice of `length` bytes; throws UnitError when the buffer is too short. */
export function readSlice(buffer: Uint8Array, at: number, length: number): Uint8Array {
  if (at < 0 || length < 0 || at + length > buffer.length) {
    throw new UnitError(`${length} bytes at offset ${at}`, `${buffer.length} bytes in all`);
  }
  return buffer.subarray(at, at + length);
}
