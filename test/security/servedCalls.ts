/**
 * Wallet calls as the embedded exchange serves them, in JSON, and changes of them with the right hash.
 *
 * Shape       The exchange itself is the attacker: unless the hash is what is changed, it is the hash of the changed call.
 */
import { encodeFunctionData, hashTypedData, parseAbi } from 'viem';
import {
  buildSetupCalls,
  CHAIN_ID,
  encodeBatch,
  MULTI_SEND,
  safeOf,
  type WalletCall,
} from '#paper/server/chain/chain.ts';
import { toHex, word } from '#paper/server/chain/hex.ts';
import { safeTxHash } from '#paper/server/chain/typedData.ts';
import type { Member } from '#paper/server/members/members.ts';
import type { Hex } from '#shared/units/ids.ts';
import { SAFE_TX_FIELDS } from '#test/unit/paper/server/member.ts';

export const OWNER = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
export const STRANGER = '0x9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e9e';
export const ZERO = `0x${'0'.repeat(40)}`;
export const SAFE = safeOf(OWNER);
export const NONCE = 4;

export type Json = Record<string, unknown>;
export interface ServedCall {
  to: string;
  data: string;
  operation: number;
  nonce: number;
  hash: string;
}

/** An owner's member of the embedded exchange who has given no approval. */
export function makeMember(setup: Member['setup'], hasHandler = false): Member {
  const account = { kind: 'key', owner: OWNER, safe: SAFE, approvals: 0, safeNonce: NONCE };
  return { ...account, setup, hasHandler } as unknown as Member;
}

export function hashOf(
  call: Pick<ServedCall, 'to' | 'data' | 'operation' | 'nonce'>,
  chainId = CHAIN_ID,
  value = 0n,
): string {
  return toHex(safeTxHash(chainId, SAFE, { ...call, operation: call.operation as 0 | 1, value }));
}
export const rehash = (call: ServedCall): ServedCall => ({ ...call, hash: hashOf(call) });

/** The call with the hash of a transaction that pays for gas, which no relay body can say. */
export function hashWithGas(call: ServedCall, gas: Json): ServedCall {
  const none = { value: 0n, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n, gasToken: ZERO, refundReceiver: ZERO };
  const hash = hashTypedData({
    domain: { chainId: CHAIN_ID, verifyingContract: SAFE as Hex },
    types: { SafeTx: SAFE_TX_FIELDS },
    primaryType: 'SafeTx',
    message: { ...none, to: call.to, data: call.data, operation: call.operation, nonce: BigInt(call.nonce), ...gas },
  } as Parameters<typeof hashTypedData>[0]);
  return { ...call, hash };
}

export function encode(signature: string, args: readonly unknown[]): string {
  return encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never), args } as never);
}

/** Calls at consecutive nonces, with their hashes. */
export function numberCalls(calls: readonly WalletCall[]): ServedCall[] {
  return calls.map((call, at) => rehash({ ...call, nonce: NONCE + at, hash: '' }));
}

/** One batch of the calls. */
export function batchOf(calls: readonly WalletCall[], to = MULTI_SEND): ServedCall[] {
  return numberCalls([{ ...encodeBatch(calls), to }]);
}

/** One batch of the calls after an edit of its packed bytes, in hex. */
export function editBatch(calls: readonly WalletCall[], edit: (packed: string) => string): ServedCall[] {
  const whole = encodeBatch(calls).data;
  const length = Number.parseInt(whole.slice(74, 138), 16) * 2;
  const bytes = Buffer.from(edit(whole.slice(138, 138 + length)), 'hex');
  const body = Buffer.concat([word(32), word(bytes.length), bytes, Buffer.alloc((32 - (bytes.length % 32)) % 32)]);
  return numberCalls([{ to: MULTI_SEND, data: `0x8d80ff0a${body.toString('hex')}`, operation: 1 }]);
}

export const SETUP_CALLS = buildSetupCalls(SAFE, 0, NONCE, false) as readonly WalletCall[] as readonly [
  ServedCall & WalletCall,
  ServedCall & WalletCall,
  ServedCall & WalletCall,
];
