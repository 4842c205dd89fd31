/**
 * Effects: what one inner call of a setup would do, and whether a setup may do it.
 *
 * Invariants  Allowed are exactly: approve of more than 0 on the collateral to the exchange or the conditional tokens, and
 *             setApprovalForAll(true) on the conditional tokens to the exchange; never with value, never DELEGATECALL.
 * Errors      Never throws on data.
 * Source      docs/assumptions.md#served-call-checks.
 */
import type { DecodedCall } from '#shared/ipc/views.ts';
import type { Party, WalletEffect, WalletRefusal, WalletRefusals } from '#shared/ipc/wallet/walletCodes.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import { type Address, type Hex, parseAddress } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import type { CallCodec, CallData, FunctionCall } from './callCodec.ts';
import type { InnerCall } from './multiSend.ts';

const MAX_UINT256 = (1n << 256n) - 1n;

export function describeEffect(call: InnerCall, record: WalletRecord, codec: CallCodec): DecodedCall {
  const data = codec.parseCall(call.data);
  const allowance = data.at === 'decoded' ? findAllowance(call.to, data.call, record) : null;
  const effect = allowance ?? buildEffect(call.to, data, record);
  return {
    effect,
    valueWei: call.value,
    to: call.to,
    method: formatMethod(data),
    refusal: findRefusal(call, effect, record),
  };
}

function formatMethod(data: CallData): string {
  if (data.at === 'empty') return '0x';
  return data.at === 'unknown' ? data.selector : data.method;
}

function findRefusal(call: InnerCall, effect: WalletEffect, record: WalletRecord): WalletRefusal | null {
  if (call.operation !== 0) return { code: 'delegatecall', parameters: {} };
  if (call.value !== 0n) return { code: 'sendsValue', parameters: {} };
  const code = findRefusalCode(call.to, effect, record);
  return code === null ? null : { code, parameters: {} };
}

type EffectRefusal = keyof Pick<
  WalletRefusals,
  | 'nestedBatch'
  | 'unknownFunction'
  | 'malformedArguments'
  | 'otherSpender'
  | 'otherToken'
  | 'revokesAllowance'
  | 'movesFunds'
  | 'changesOwners'
  | 'changesModules'
  | 'changesGuard'
  | 'changesHandler'
  | 'approvesTransaction'
  | 'notSetup'
>;

function findRefusalCode(to: Address, effect: WalletEffect, record: WalletRecord): EffectRefusal | null {
  switch (effect.code) {
    case 'approveUsdc':
    case 'approveShares':
      return null;
    case 'revokeUsdc':
    case 'revokeShares':
    case 'revokeAll':
      return 'revokesAllowance';
    case 'approveToken':
      return to === record.usdcAddress ? 'otherSpender' : 'otherToken';
    case 'approveAll':
      return to === record.conditionalTokensAddress ? 'otherSpender' : 'otherToken';
    case 'transfer':
    case 'transferFrom':
    case 'transferPositions':
      return 'movesFunds';
    case 'addOwner':
    case 'removeOwner':
    case 'replaceOwner':
    case 'changeThreshold':
      return 'changesOwners';
    case 'enableModule':
    case 'disableModule':
      return 'changesModules';
    case 'setGuard':
    case 'setModuleGuard':
      return 'changesGuard';
    case 'setFallbackHandler':
    case 'setDomainVerifier':
      return 'changesHandler';
    case 'approveHash':
    case 'executeTransaction':
      return 'approvesTransaction';
    case 'batch':
      return 'nestedBatch';
    case 'callMalformed':
      return effect.parameters.method === 'multiSend(bytes)' ? 'nestedBatch' : 'malformedArguments';
    case 'callUnknownFunction':
    case 'callWithoutData':
      return 'unknownFunction';
    default:
      return 'notSetup';
  }
}

/** The effect of one of the allowances that a setup needs; null for every other call. */
function findAllowance(target: Address, call: FunctionCall, record: WalletRecord): WalletEffect | null {
  if (call.functionName === 'approve' && target === record.usdcAddress) {
    const [spender, amount] = call.args;
    const party = buildParty(spender, record);
    if (party.role !== 'exchange' && party.role !== 'conditionalTokens') return null;
    if (amount === 0n) return { code: 'revokeUsdc', parameters: { spender: party } };
    const limit = amount === MAX_UINT256 ? null : toUsd(amount);
    return { code: 'approveUsdc', parameters: { spender: party, limit } };
  }
  if (call.functionName === 'setApprovalForAll' && target === record.conditionalTokensAddress) {
    const [operator, approved] = call.args;
    const party = buildParty(operator, record);
    if (party.role !== 'exchange') return null;
    return { code: approved ? 'approveShares' : 'revokeShares', parameters: { operator: party } };
  }
  return null;
}

function buildEffect(to: Address, data: CallData, record: WalletRecord): WalletEffect {
  const target = buildParty(to, record);
  switch (data.at) {
    case 'empty':
      return { code: 'callWithoutData', parameters: { target } };
    case 'unknown':
      return { code: 'callUnknownFunction', parameters: { target, selector: data.selector } };
    case 'malformed':
      return { code: 'callMalformed', parameters: { target, method: data.method } };
    case 'decoded':
      return buildDecodedEffect(target, data.call, record);
  }
}

function buildDecodedEffect(target: Party, call: FunctionCall, record: WalletRecord): WalletEffect {
  const party = (address: Hex): Party => buildParty(address, record);
  switch (call.functionName) {
    case 'approve':
    case 'increaseAllowance': {
      const [spender, amount] = call.args;
      return {
        code: call.functionName === 'approve' ? 'approveToken' : 'increaseAllowance',
        parameters: { token: target, spender: party(spender), amount: amount === MAX_UINT256 ? null : amount },
      };
    }
    case 'setApprovalForAll': {
      const [operator, approved] = call.args;
      return {
        code: approved ? 'approveAll' : 'revokeAll',
        parameters: { contract: target, operator: party(operator) },
      };
    }
    case 'transfer': {
      const [to, amount] = call.args;
      return { code: 'transfer', parameters: { token: target, to: party(to), amount } };
    }
    case 'transferFrom': {
      const [from, to, amount] = call.args;
      return { code: 'transferFrom', parameters: { token: target, from: party(from), to: party(to), amount } };
    }
    case 'safeTransferFrom': {
      const [from, to, id, amount, data] = call.args;
      const parameters = { contract: target, from: party(from), to: party(to), ids: [id], amounts: [amount], data };
      return { code: 'transferPositions', parameters };
    }
    case 'safeBatchTransferFrom': {
      const [from, to, ids, amounts, data] = call.args;
      const parameters = { contract: target, from: party(from), to: party(to), ids, amounts, data };
      return { code: 'transferPositions', parameters };
    }
    case 'redeemPositions': {
      const [collateral, parentCollectionId, conditionId, indexSets] = call.args;
      const parameters = {
        contract: target,
        collateral: party(collateral),
        parentCollectionId,
        conditionId,
        indexSets,
      };
      return { code: 'redeemPositions', parameters };
    }
    case 'splitPosition':
    case 'mergePositions': {
      const [collateral, parentCollectionId, conditionId, indexSets, amount] = call.args;
      return {
        code: call.functionName === 'splitPosition' ? 'splitPosition' : 'mergePositions',
        parameters: {
          contract: target,
          collateral: party(collateral),
          parentCollectionId,
          conditionId,
          indexSets,
          amount,
        },
      };
    }
    case 'addOwnerWithThreshold': {
      const [owner, threshold] = call.args;
      return { code: 'addOwner', parameters: { wallet: target, owner: party(owner), threshold } };
    }
    case 'removeOwner': {
      const [, owner, threshold] = call.args;
      return { code: 'removeOwner', parameters: { wallet: target, owner: party(owner), threshold } };
    }
    case 'swapOwner': {
      const [, owner, by] = call.args;
      return { code: 'replaceOwner', parameters: { wallet: target, owner: party(owner), by: party(by) } };
    }
    case 'changeThreshold':
      return { code: 'changeThreshold', parameters: { wallet: target, threshold: call.args[0] } };
    case 'enableModule':
      return { code: 'enableModule', parameters: { wallet: target, module: party(call.args[0]) } };
    case 'disableModule':
      return { code: 'disableModule', parameters: { wallet: target, module: party(call.args[1]) } };
    case 'setGuard':
      return { code: 'setGuard', parameters: { wallet: target, guard: party(call.args[0]) } };
    case 'setModuleGuard':
      return { code: 'setModuleGuard', parameters: { wallet: target, guard: party(call.args[0]) } };
    case 'setFallbackHandler':
      return { code: 'setFallbackHandler', parameters: { wallet: target, handler: party(call.args[0]) } };
    case 'setDomainVerifier': {
      const [domain, verifier] = call.args;
      return { code: 'setDomainVerifier', parameters: { wallet: target, verifier: party(verifier), domain } };
    }
    case 'approveHash':
      return { code: 'approveHash', parameters: { wallet: target, hash: call.args[0] } };
    case 'execTransaction': {
      const [to, value, data, operation] = call.args;
      return { code: 'executeTransaction', parameters: { wallet: target, to: party(to), value, data, operation } };
    }
    case 'multiSend':
      return { code: 'batch', parameters: { contract: target, transactions: call.args[0] } };
  }
}

/** An address with the role that the wallet configuration gives it. */
function buildParty(address: Hex, record: WalletRecord): Party {
  const parsed = parseAddress(address);
  return { role: findRole(parsed, record), address: formatAddress(parsed) };
}

function findRole(address: Address, record: WalletRecord): Party['role'] {
  switch (address) {
    case record.exchangeAddress:
      return 'exchange';
    case record.conditionalTokensAddress:
      return 'conditionalTokens';
    case record.usdcAddress:
      return 'usdc';
    case record.proxyAddress:
      return 'wallet';
    case record.ownerAddress:
      return 'owner';
    default:
      return 'other';
  }
}
