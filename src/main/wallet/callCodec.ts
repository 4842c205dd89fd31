/**
 * Call codec: viem decodes calldata and re-encodes it.
 *
 * Invariants  A decoded call encodes back to exactly the served bytes: trailing bytes, moved offsets and dirty padding
 *             make it malformed. viem is imported on first use, so that start-up does not load it.
 * Errors      Never throws on data.
 */
import type { DecodeFunctionDataReturnType, EncodeFunctionDataParameters, ParseAbi } from 'viem';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';

/** Functions that a wallet call may name; every other selector is unknown. */
const FUNCTIONS = [
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function swapOwner(address previous, address owner, address by)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function setDomainVerifier(bytes32 domain, address verifier)',
  'function approveHash(bytes32 hash)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
  'function redeemPositions(address collateral, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets)',
  'function splitPosition(address collateral, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets, uint256 amount)',
  'function mergePositions(address collateral, bytes32 parentCollectionId, bytes32 conditionId, uint256[] indexSets, uint256 amount)',
] as const;
type WalletAbi = ParseAbi<typeof FUNCTIONS>;

/** Name and arguments of one known function. */
export type FunctionCall = DecodeFunctionDataReturnType<WalletAbi>;

export type CallData =
  /** `method` is the signature: 'approve(address,uint256)'. */
  | { readonly at: 'decoded'; readonly method: string; readonly call: FunctionCall }
  | { readonly at: 'malformed'; readonly method: string }
  | { readonly at: 'unknown'; readonly selector: Hex }
  /** No bytes at all. */
  | { readonly at: 'empty' };

export interface CallCodec {
  parseCall(data: Hex): CallData;
  /** The arguments of any function of `count` uint256; null for another layout. */
  parseUints(data: Hex, count: number): readonly bigint[] | null;
  encodeMultiSend(transactions: Hex): Hex;
  encodeTransfer(to: Address, amount: bigint): Hex;
  encodeRedeem(redemption: Omit<PositionArguments, 'amount'>): Hex;
  encodeSplit(split: PositionArguments): Hex;
  encodeMerge(merge: PositionArguments): Hex;
}

/** Arguments of the conditional tokens' split, merge and redeem functions; the parent collection is always zero. */
export interface PositionArguments {
  readonly collateral: Address;
  readonly conditionId: Hex32;
  readonly indexSets: readonly bigint[];
  readonly amount: bigint;
}

let loading: Promise<CallCodec> | null = null;

export function loadCallCodec(): Promise<CallCodec> {
  loading ??= buildCallCodec();
  return loading;
}

/** Parent collection of positions that are backed by the collateral itself. */
export const NO_PARENT: Hex = `0x${'0'.repeat(64)}`;

/** Selector: 0x and four bytes. */
const SELECTOR_LENGTH = 10;

async function buildCallCodec(): Promise<CallCodec> {
  const {
    decodeAbiParameters,
    decodeFunctionData,
    encodeAbiParameters,
    encodeFunctionData,
    parseAbi,
    toFunctionSelector,
    toFunctionSignature,
  } = await import('viem/utils');
  const abi = parseAbi(FUNCTIONS);
  const methods = new Map(abi.map((item): [Hex, string] => [toFunctionSelector(item), toFunctionSignature(item)]));

  function decode(data: Hex): FunctionCall | null {
    try {
      const call = decodeFunctionData({ abi, data });
      const encoded = encodeFunctionData({
        abi,
        functionName: call.functionName,
        args: call.args,
      } as EncodeFunctionDataParameters<WalletAbi>);
      return encoded === data ? call : null;
    } catch {
      return null;
    }
  }

  return {
    parseCall(data) {
      if (data === '0x') return { at: 'empty' };
      const selector = data.slice(0, SELECTOR_LENGTH) as Hex;
      const method = methods.get(selector);
      if (method === undefined) return { at: 'unknown', selector };
      const call = decode(data);
      return call === null ? { at: 'malformed', method } : { at: 'decoded', method, call };
    },
    parseUints(data, count) {
      const types = Array.from({ length: count }, () => ({ type: 'uint256' }) as const);
      const words = `0x${data.slice(SELECTOR_LENGTH)}` as const;
      try {
        const values = decodeAbiParameters(types, words) as readonly bigint[];
        return encodeAbiParameters(types, values) === words ? values : null;
      } catch {
        return null;
      }
    },
    encodeMultiSend: (transactions) => encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] }),
    encodeTransfer: (to, amount) => encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
    encodeRedeem({ collateral, conditionId, indexSets }) {
      const args = [collateral, NO_PARENT, conditionId, indexSets] as const;
      return encodeFunctionData({ abi, functionName: 'redeemPositions', args });
    },
    encodeSplit({ collateral, conditionId, indexSets, amount }) {
      const args = [collateral, NO_PARENT, conditionId, indexSets, amount] as const;
      return encodeFunctionData({ abi, functionName: 'splitPosition', args });
    },
    encodeMerge({ collateral, conditionId, indexSets, amount }) {
      const args = [collateral, NO_PARENT, conditionId, indexSets, amount] as const;
      return encodeFunctionData({ abi, functionName: 'mergePositions', args });
    },
  };
}
