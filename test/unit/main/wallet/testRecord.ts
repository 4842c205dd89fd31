/** Wallet record with the three allowances of a set-up, as an exchange serves it. */
import { encodeFunctionData, parseAbi } from 'viem';
import { safeDomainOf } from '#main/wallet/setupCalls.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import { type Address, type Hex, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';

export const address = (digits: string): Address => parseAddress(`0x${digits.repeat(40 / digits.length)}`);
export const OWNER = parseAddress('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf');
export const SAFE = address('2a');
export const EXCHANGE = address('3b');
export const TOKENS = address('4c');
export const USDC = address('5d');
export const STRANGER = address('9e');
export const MAX = (1n << 256n) - 1n;

export const abi = parseAbi([
  'function approve(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function transfer(address,uint256)',
  'function swapOwner(address,address,address)',
  'function addOwnerWithThreshold(address,uint256)',
  'function enableModule(address)',
  'function setFallbackHandler(address)',
  'function multiSend(bytes)',
]);

export const approve = (spender: Address, amount = MAX): Hex =>
  encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] });
export const approveAll = (operator: Address, approved = true): Hex =>
  encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [operator, approved] });

export const emptyRecord: WalletRecord = {
  proxyAddress: SAFE,
  ownerAddress: OWNER,
  signatureType: 2,
  exchangeAddress: EXCHANGE,
  conditionalTokensAddress: TOKENS,
  usdcAddress: USDC,
  chainId: 137,
  domainName: 'Example Exchange',
  nextNonce: null,
  threshold: null,
  setupReady: true,
  setupCalls: [],
  safeStatus: 'ready',
};

export function makeCall(call: Omit<SetupCall, 'hash'>, record: WalletRecord = emptyRecord): SetupCall {
  const hash: Hex32 = encodeHex32(hashSafeTx(buildRelayedTx(call), safeDomainOf(record)));
  return { ...call, hash };
}

export const setupCalls: readonly SetupCall[] = [
  makeCall({ to: USDC, data: approve(EXCHANGE), operation: 0, nonce: 4 }),
  makeCall({ to: USDC, data: approve(TOKENS), operation: 0, nonce: 5 }),
  makeCall({ to: TOKENS, data: approveAll(EXCHANGE), operation: 0, nonce: 6 }),
];

export function recordWith(calls: readonly SetupCall[]): WalletRecord {
  const isReady = calls.length === 0;
  return { ...emptyRecord, setupCalls: calls, setupReady: isReady, safeStatus: isReady ? 'ready' : 'setup_required' };
}
