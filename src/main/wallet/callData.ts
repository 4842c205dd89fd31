/**
 * Calldata of the functions that matter to a wallet, decoded strictly; the rest stays unknown.
 *
 * Invariants  A decoded call encodes back to the very same bytes: right length, clean padding, booleans 0 or 1.
 */
import { type Address, type Hex, parseAddress } from '#shared/units/ids.ts';
import { readUint, WORD } from '#wire/eip712/abiWord.ts';
import { encodeHex, hashText, parseBytes } from '#wire/eip712/bytes.ts';

/** Every function whose meaning is told; those with dynamic arguments are named but not decoded. */
const SIGNATURES = [
  'approve(address,uint256)',
  'setApprovalForAll(address,bool)',
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'increaseAllowance(address,uint256)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'addOwnerWithThreshold(address,uint256)',
  'removeOwner(address,address,uint256)',
  'swapOwner(address,address,address)',
  'changeThreshold(uint256)',
  'enableModule(address)',
  'disableModule(address,address)',
  'setGuard(address)',
  'setModuleGuard(address)',
  'setFallbackHandler(address)',
  'setDomainVerifier(bytes32,address)',
  'approveHash(bytes32)',
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'multiSend(bytes)',
  'redeemPositions(address,bytes32,bytes32,uint256[])',
  'splitPosition(address,bytes32,bytes32,uint256[],uint256)',
  'mergePositions(address,bytes32,bytes32,uint256[],uint256)',
] as const;
export type Signature = (typeof SIGNATURES)[number];

const BY_SELECTOR = new Map(SIGNATURES.map((text) => [encodeHex(hashText(text).subarray(0, 4)), text]));
const STATIC = new Set(['address', 'uint256', 'bool', 'bytes32']);

export type Argument = Address | bigint | boolean | Hex;

export interface CallData {
  /** Null when the selector is none of ours. */
  readonly signature: Signature | null;
  readonly selector: Hex;
  /** Null when the bytes are not a strict encoding, or the arguments are dynamic. */
  readonly arguments: readonly Argument[] | null;
}

export function parseCallData(data: Hex): CallData {
  const bytes = parseBytes(data);
  const selector = encodeHex(bytes.subarray(0, 4));
  const signature = BY_SELECTOR.get(selector) ?? null;
  return { signature, selector, arguments: signature === null ? null : parseArguments(signature, bytes) };
}

function parseArguments(signature: Signature, bytes: Uint8Array): Argument[] | null {
  const types = signature.slice(signature.indexOf('(') + 1, -1).split(',');
  if (!types.every((type) => STATIC.has(type)) || bytes.length !== 4 + types.length * WORD) return null;
  const values: Argument[] = [];
  for (const [index, type] of types.entries()) {
    const at = 4 + index * WORD;
    const word = bytes.subarray(at, at + WORD);
    const value = readUint(bytes, at);
    if (type === 'address') {
      if (value >> 160n !== 0n) return null;
      values.push(parseAddress(encodeHex(word.subarray(12))));
    } else if (type === 'bool') {
      if (value > 1n) return null;
      values.push(value === 1n);
    } else {
      values.push(type === 'uint256' ? value : encodeHex(word));
    }
  }
  return values;
}
