/**
 * Money calls: builds the calldata of withdraw, redeem, split and merge, and checks it before it is signed.
 *
 * Units       Amounts in millionths: collateral and outcome tokens both have six decimals.
 * Invariants  Contract addresses come from the pinned configuration alone; no served bytes are signed. `checkMoneyCall`
 *             decodes the built bytes with another code path and compares every argument with the action.
 * Errors      buildMoneyCall throws UnitError on an action that no call can express; checkMoneyCall never throws on data.
 * Source      docs/assumptions.md#conditional-tokens, #multisend-layout; test/fixtures/vectors/ctf_calldata.json.
 */
import { MAX_REDEMPTIONS, type WalletAction } from '#shared/order/wallet/walletAction.ts';
import { UnitError } from '#shared/units/errors.ts';
import { type Address, type Hex, parseAddress, ZERO_ADDRESS } from '#shared/units/ids.ts';
import { type CallCodec, type FunctionCall, NO_PARENT } from './callCodec.ts';
import { encodeMultiSend, type InnerCall, parseMultiSend } from './multiSend.ts';

/** The contracts of a wallet, as they were pinned. */
export interface MoneyContracts {
  readonly proxyAddress: Address;
  readonly usdcAddress: Address;
  readonly conditionalTokensAddress: Address;
  /** Batch contract that the wallet may DELEGATECALL; null where none is known. */
  readonly multiSend: Address | null;
}

/** A wallet transaction without its nonce. */
export interface MoneyCall {
  readonly to: Address;
  readonly data: Hex;
  readonly operation: 0 | 1;
}

/** The call of an action, and its inner calls in order (one, unless it is a batch). */
export interface BuiltMoneyCall {
  readonly call: MoneyCall;
  readonly inner: readonly InnerCall[];
}

/** Index sets of YES and NO of a condition with two outcomes. */
const INDEX_SETS = [1n, 2n] as const;

export function buildMoneyCall(action: WalletAction, contracts: MoneyContracts, codec: CallCodec): BuiltMoneyCall {
  const inner = buildInnerCalls(action, contracts, codec);
  const [only] = inner;
  if (only !== undefined && inner.length === 1) {
    return { call: { to: only.to, data: only.data, operation: 0 }, inner };
  }
  const { multiSend } = contracts;
  if (multiSend === null) throw new UnitError('a known batch contract on this chain', 'none');
  return { call: { to: multiSend, data: encodeMultiSend(inner, codec), operation: 1 }, inner };
}

function buildInnerCalls(action: WalletAction, contracts: MoneyContracts, codec: CallCodec): InnerCall[] {
  const { usdcAddress: collateral, conditionalTokensAddress } = contracts;
  const call = (to: Address, data: Hex): InnerCall => ({ operation: 0, to, value: 0n, data });
  switch (action.kind) {
    case 'withdraw':
      requireAmount(action.amount);
      requireRecipient(action.to, contracts);
      return [call(collateral, codec.encodeTransfer(action.to, action.amount))];
    case 'redeem': {
      const { conditionIds } = action;
      if (conditionIds.length === 0 || conditionIds.length > MAX_REDEMPTIONS) {
        throw new UnitError(`1 to ${MAX_REDEMPTIONS} conditions`, String(conditionIds.length));
      }
      if (new Set(conditionIds).size !== conditionIds.length) throw new UnitError('each condition once', 'one twice');
      return conditionIds.map((conditionId) =>
        call(conditionalTokensAddress, codec.encodeRedeem({ collateral, conditionId, indexSets: INDEX_SETS })),
      );
    }
    case 'split':
    case 'merge': {
      const { kind, conditionId, amount } = action;
      requireAmount(amount);
      const position = { collateral, conditionId, indexSets: INDEX_SETS, amount };
      return [
        call(conditionalTokensAddress, kind === 'split' ? codec.encodeSplit(position) : codec.encodeMerge(position)),
      ];
    }
  }
}

function requireAmount(amount: bigint): void {
  if (amount <= 0n) throw new UnitError('an amount above zero', amount.toString());
}

/** A transfer to one of the wallet's own contracts would be lost. */
function requireRecipient(to: Address, contracts: MoneyContracts): void {
  const { proxyAddress, usdcAddress, conditionalTokensAddress, multiSend } = contracts;
  if ([ZERO_ADDRESS, proxyAddress, usdcAddress, conditionalTokensAddress, multiSend].includes(to)) {
    throw new UnitError('an address outside the wallet and its contracts', to);
  }
}

/** Why the bytes are not the action's call on the pinned contracts, in words for the log; null when they are. */
export function checkMoneyCall(
  call: MoneyCall,
  action: WalletAction,
  contracts: MoneyContracts,
  codec: CallCodec,
): string | null {
  const inner = unpack(call, contracts, codec);
  if (inner === null) return 'the batch is not readable, or its contract is not known';
  const count = action.kind === 'redeem' ? action.conditionIds.length : 1;
  if (inner.length !== count) return `expected ${count} calls, found ${inner.length}`;
  for (const [index, each] of inner.entries()) {
    if (each.operation !== 0 || each.value !== 0n) return 'an inner call sends value or runs foreign code';
    const parsed = codec.parseCall(each.data);
    if (parsed.at !== 'decoded') return 'the call is not the canonical encoding of a known function';
    const target = action.kind === 'withdraw' ? contracts.usdcAddress : contracts.conditionalTokensAddress;
    if (each.to !== target) return `expected a call to ${target}, found ${each.to}`;
    if (!isCallOf(parsed.call, action, index, contracts)) return 'an argument differs from the action';
  }
  return null;
}

function unpack(call: MoneyCall, { multiSend }: MoneyContracts, codec: CallCodec): readonly InnerCall[] | null {
  if (call.operation === 0) return [{ operation: 0, to: call.to, value: 0n, data: call.data }];
  if (multiSend === null || call.to !== multiSend) return null;
  const batch = parseMultiSend(call.data, codec);
  return batch.at === 'calls' ? batch.calls : null;
}

function isCallOf(call: FunctionCall, action: WalletAction, index: number, contracts: MoneyContracts): boolean {
  switch (action.kind) {
    case 'withdraw': {
      if (call.functionName !== 'transfer') return false;
      const [to, amount] = call.args;
      return parseAddress(to) === action.to && amount === action.amount;
    }
    case 'redeem': {
      if (call.functionName !== 'redeemPositions') return false;
      const [collateral, parent, conditionId, indexSets] = call.args;
      return (
        conditionId === action.conditionIds[index] && isWholeSet(collateral, parent, indexSets, contracts.usdcAddress)
      );
    }
    case 'split':
    case 'merge': {
      const expected = action.kind === 'split' ? 'splitPosition' : 'mergePositions';
      if (call.functionName !== expected) return false;
      const [collateral, parent, conditionId, indexSets, amount] = call.args;
      return (
        conditionId === action.conditionId &&
        amount === action.amount &&
        isWholeSet(collateral, parent, indexSets, contracts.usdcAddress)
      );
    }
  }
}

function isWholeSet(collateral: Hex, parent: Hex, indexSets: readonly bigint[], usdc: Address): boolean {
  const isBoth = indexSets.length === INDEX_SETS.length && INDEX_SETS.every((set, at) => indexSets[at] === set);
  return isBoth && parent === NO_PARENT && parseAddress(collateral) === usdc;
}
