/**
 * MultiSend batches of a Safe: packs and unpacks `multiSend(bytes)` to the last byte.
 *
 * Shape       Each inner call: operation (1), to (20), value (32), length (32), data; packed, so not ABI.
 * Errors      Never throws on data: a batch with a byte too few or too many is malformed.
 * Source      docs/assumptions.md#multisend-layout.
 */
import type { BatchFault } from '#shared/ipc/wallet/walletCodes.ts';
import { UnitError } from '#shared/units/errors.ts';
import { type Address, type Hex, parseAddress } from '#shared/units/ids.ts';
import { toNumber } from '#shared/units/numbers.ts';
import { readSlice, readUint, WORD, writeUint } from '#wire/eip712/abiWord.ts';
import { concat, encodeHex, parseBytes } from '#wire/eip712/bytes.ts';
import type { CallCodec } from './callCodec.ts';

export interface InnerCall {
  /** 0 = CALL, 1 = DELEGATECALL; any other value stays as served. */
  readonly operation: number;
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

export type Batch =
  | { readonly at: 'calls'; readonly calls: readonly InnerCall[] }
  | { readonly at: 'malformed'; readonly fault: BatchFault };

const malformed = (fault: BatchFault): Batch => ({ at: 'malformed', fault });

/** Every inner call, in order. */
export function parseMultiSend(data: Hex, codec: CallCodec): Batch {
  const parsed = codec.parseCall(data);
  if (parsed.at === 'malformed' && parsed.method === 'multiSend(bytes)') return malformed('notCanonical');
  if (parsed.at !== 'decoded' || parsed.call.functionName !== 'multiSend') return malformed('otherFunction');
  const [transactions] = parsed.call.args;
  try {
    const calls = unpackCalls(parseBytes(transactions));
    return calls.length === 0 ? malformed('empty') : { at: 'calls', calls };
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    return malformed('truncated');
  }
}

/** Throws UnitError when the last call is incomplete. */
function unpackCalls(packed: Uint8Array): InnerCall[] {
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
  return calls;
}

export function encodeMultiSend(calls: readonly InnerCall[], codec: CallCodec): Hex {
  const packed = concat(
    ...calls.flatMap((call) => {
      const data = parseBytes(call.data);
      const words = new Uint8Array(2 * WORD);
      writeUint(words, 0, call.value);
      writeUint(words, WORD, BigInt(data.length));
      return [Uint8Array.of(call.operation), parseBytes(call.to), words, data];
    }),
  );
  return codec.encodeMultiSend(encodeHex(packed));
}
