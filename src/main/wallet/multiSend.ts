/**
 * Batches of a Safe: `multiSend(bytes)`, packed and unpacked to the last byte.
 *
 * Shape       Each inner call: operation (1), to (20), value (32), length (32), data.
 * Errors      WalletError on anything but the one canonical encoding: nothing may hide behind the last call.
 * Source      protocol-facts §4.
 */
import { type Address, type Hex, parseAddress } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { readSlice, readUint, WORD, writeUint } from '#wire/eip712/abiWord.ts';
import { concat, encodeHex, parseBytes } from '#wire/eip712/bytes.ts';
import { WalletError } from './walletError.ts';

export const MULTI_SEND_SELECTOR = '0x8d80ff0a';
const HEAD = 4 + 2 * WORD;

export interface InnerCall {
  /** 0 = CALL, 1 = DELEGATECALL; anything else is kept as found. */
  readonly operation: number;
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

export function isMultiSend(data: Hex): boolean {
  return data.startsWith(MULTI_SEND_SELECTOR);
}

/** Every inner call, in order. */
export function parseMultiSend(data: Hex): InnerCall[] {
  if (!isMultiSend(data)) throw new WalletError('Expected a multiSend batch, found another call');
  const bytes = parseBytes(data);
  try {
    if (readUint(bytes, 4) !== 32n) throw new WalletError('Expected the batch right after its offset');
    const length = toNumber(readUint(bytes, 4 + WORD));
    const padded = Math.ceil(length / WORD) * WORD;
    if (bytes.length !== HEAD + padded || bytes.subarray(HEAD + length).some((byte) => byte !== 0)) {
      throw new WalletError('Expected the batch to end with its padding, found more');
    }
    return parseInner(bytes.subarray(HEAD, HEAD + length));
  } catch (error) {
    if (error instanceof WalletError) throw error;
    throw new WalletError('Expected a whole multiSend batch, found one that breaks off');
  }
}

function parseInner(packed: Uint8Array): InnerCall[] {
  const calls: InnerCall[] = [];
  let at = 0;
  while (at < packed.length) {
    const operation = readSlice(packed, at, 1)[0]!;
    const to = parseAddress(encodeHex(readSlice(packed, at + 1, 20)));
    const value = readUint(packed, at + 21);
    const length = toNumber(readUint(packed, at + 53));
    const data = encodeHex(readSlice(packed, at + 85, length));
    calls.push({ operation, to, value, data });
    at += 85 + length;
  }
  if (calls.length === 0) throw new WalletError('Expected at least one call in the batch');
  return calls;
}

export function encodeMultiSend(calls: readonly InnerCall[]): Hex {
  const packed = concat(
    ...calls.flatMap((call) => {
      const data = parseBytes(call.data);
      const words = new Uint8Array(2 * WORD);
      writeUint(words, 0, call.value);
      writeUint(words, WORD, BigInt(data.length));
      return [Uint8Array.of(call.operation), parseBytes(call.to), words, data];
    }),
  );
  const out = new Uint8Array(HEAD + Math.ceil(packed.length / WORD) * WORD);
  out.set(parseBytes(MULTI_SEND_SELECTOR), 0);
  writeUint(out, 4, 32n);
  writeUint(out, 4 + WORD, BigInt(packed.length));
  out.set(packed, HEAD);
  return encodeHex(out);
}
