import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { describeEffect } from '#main/wallet/effects.ts';
import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import { formatDecodedCall } from '#shared/text/wallet/walletEffects.ts';
import type { Address, Hex } from '#shared/units/ids.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import {
  abi,
  address,
  approve,
  approveAll,
  EXCHANGE,
  emptyRecord,
  OWNER,
  SAFE,
  STRANGER,
  TOKENS,
  USDC,
} from './testRecord.ts';

const codec = await loadCallCodec();
const effect = (to: Address, data: Hex, change: { value?: bigint; operation?: number } = {}) =>
  describeEffect({ operation: 0, value: 0n, to, data, ...change }, emptyRecord, codec);
const format = (to: Address, data: Hex) => formatDecodedCall(effect(to, data));

it('allows the three allowances of set-up', () => {
  expect(effect(USDC, approve(EXCHANGE))).toEqual({
    effect: {
      code: 'approveUsdc',
      parameters: { spender: { role: 'exchange', address: formatAddress(EXCHANGE) }, limit: null },
    },
    valueWei: 0n,
    to: USDC,
    method: 'approve(address,uint256)',
    refusal: null,
  });
  expect(format(USDC, approve(EXCHANGE))).toBe(
    `Allows the exchange ${formatAddress(EXCHANGE)} to spend your USDC without limit`,
  );
  expect(format(USDC, approve(TOKENS, 2_500_000n))).toBe(
    `Allows the conditional tokens ${formatAddress(TOKENS)} to spend your USDC up to 2.50`,
  );
  expect(effect(TOKENS, approveAll(EXCHANGE)).refusal).toBeNull();
  expect(format(TOKENS, approveAll(EXCHANGE))).toBe(
    `Allows the exchange ${formatAddress(EXCHANGE)} to move all your outcome shares`,
  );
});

it('refuses to revoke an allowance: orders would rest and never settle', () => {
  expect(effect(USDC, approve(EXCHANGE, 0n))).toMatchObject({
    effect: { code: 'revokeUsdc' },
    refusal: { code: 'revokesAllowance' },
  });
  expect(effect(TOKENS, approveAll(EXCHANGE, false))).toMatchObject({
    effect: { code: 'revokeShares' },
    refusal: { code: 'revokesAllowance' },
  });
});

it.each<[string, Address, Hex, WalletRefusal['code']]>([
  ['an allowance for a stranger', USDC, approve(STRANGER), 'otherSpender'],
  ['an allowance of another token', STRANGER, approve(EXCHANGE), 'otherToken'],
  ['an allowance for the wallet’s own key', USDC, approve(OWNER), 'otherSpender'],
  ['shares for a stranger', TOKENS, approveAll(STRANGER), 'otherSpender'],
  ['shares for the conditional tokens', TOKENS, approveAll(TOKENS), 'otherSpender'],
  ['an approval on the wrong contract', USDC, approveAll(EXCHANGE), 'otherToken'],
  ['a transfer', USDC, encodeFunctionData({ abi, functionName: 'transfer', args: [STRANGER, 1n] }), 'movesFunds'],
  [
    'a new owner',
    SAFE,
    encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [STRANGER, 1n] }),
    'changesOwners',
  ],
  [
    'another owner',
    SAFE,
    encodeFunctionData({ abi, functionName: 'swapOwner', args: [EXCHANGE, OWNER, STRANGER] }),
    'changesOwners',
  ],
  ['a module', SAFE, encodeFunctionData({ abi, functionName: 'enableModule', args: [STRANGER] }), 'changesModules'],
  [
    'a handler',
    SAFE,
    encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [STRANGER] }),
    'changesHandler',
  ],
])('refuses %s', (_title, to, data, code) => {
  const found = effect(to, data);
  expect(found.refusal).toEqual({ code, parameters: {} });
  expect(formatDecodedCall(found).length).toBeGreaterThan(20);
});

it('describes what a refused call would do', () => {
  const module = encodeFunctionData({ abi, functionName: 'enableModule', args: [STRANGER] });
  expect(format(SAFE, module)).toBe(
    `Allows the module ${formatAddress(STRANGER)} to act for your wallet ${formatAddress(SAFE)} without any signature`,
  );
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [STRANGER, 12_000n] });
  expect(format(USDC, transfer)).toBe(
    `Sends 12,000 units of USDC ${formatAddress(USDC)} to ${formatAddress(STRANGER)}`,
  );
});

describe('dynamic arguments', () => {
  const dynamic = parseAbi([
    'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'function safeTransferFrom(address,address,uint256,uint256,bytes)',
    'function redeemPositions(address,bytes32,bytes32,uint256[])',
    'function splitPosition(address,bytes32,bytes32,uint256[],uint256)',
    'function mergePositions(address,bytes32,bytes32,uint256[],uint256)',
    'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  ]);
  const condition = `0x${'7'.repeat(64)}` as const;
  const zero = `0x${'0'.repeat(64)}` as const;
  const cases: readonly [string, Hex, string][] = [
    [
      'a batch transfer of positions',
      encodeFunctionData({
        abi: dynamic,
        functionName: 'safeBatchTransferFrom',
        args: [SAFE, STRANGER, [11n, 12n], [5_000n, 6n], '0xabcd'],
      }),
      `Moves positions 11, 12 in amounts 5,000, 6 of the conditional tokens ${formatAddress(TOKENS)} from your wallet ${formatAddress(SAFE)} to ${formatAddress(STRANGER)}, with data 0xabcd`,
    ],
    [
      'a transfer of one position',
      encodeFunctionData({
        abi: dynamic,
        functionName: 'safeTransferFrom',
        args: [SAFE, STRANGER, 11n, 5n, '0x'],
      }),
      `Moves positions 11 in amounts 5 of the conditional tokens ${formatAddress(TOKENS)} from your wallet ${formatAddress(SAFE)} to ${formatAddress(STRANGER)}`,
    ],
    [
      'a redemption',
      encodeFunctionData({ abi: dynamic, functionName: 'redeemPositions', args: [USDC, zero, condition, [1n, 2n]] }),
      `Redeems index sets 1, 2 of condition ${condition} at the conditional tokens ${formatAddress(TOKENS)}, collateral USDC ${formatAddress(USDC)}`,
    ],
    [
      'a split',
      encodeFunctionData({
        abi: dynamic,
        functionName: 'splitPosition',
        args: [USDC, condition, condition, [1n, 2n], 1_000_000n],
      }),
      `Splits 1,000,000 units into index sets 1, 2 of condition ${condition}, parent collection ${condition} at the conditional tokens ${formatAddress(TOKENS)}, collateral USDC ${formatAddress(USDC)}`,
    ],
    [
      'a merge',
      encodeFunctionData({
        abi: dynamic,
        functionName: 'mergePositions',
        args: [USDC, zero, condition, [1n, 2n], 7n],
      }),
      `Merges 7 units of index sets 1, 2 of condition ${condition} at the conditional tokens ${formatAddress(TOKENS)}, collateral USDC ${formatAddress(USDC)}`,
    ],
    [
      'a transaction of a Safe',
      encodeFunctionData({
        abi: dynamic,
        functionName: 'execTransaction',
        args: [STRANGER, 9n, '0x1234', 1, 0n, 0n, 0n, SAFE, SAFE, `0x${'22'.repeat(65)}`],
      }),
      `Executes a transaction of the conditional tokens ${formatAddress(TOKENS)} to ${formatAddress(STRANGER)} with operation 1, value 9 wei and data 0x1234`,
    ],
  ];

  it.each(cases)('are shown for %s, which is refused', (_, data, expected) => {
    expect(format(TOKENS, data)).toBe(expected);
    expect(['movesFunds', 'approvesTransaction', 'notSetup']).toContain(effect(TOKENS, data).refusal?.code);
  });

  it.each(cases)('of %s with a trailing byte are not shown as if they were canonical', (_, data) => {
    const found = effect(TOKENS, `${data}00`);
    expect(found.effect.code).toBe('callMalformed');
    expect(found.refusal?.code).toBe('malformedArguments');
  });
});

it('refuses value, foreign code, nested batches and unknown functions', () => {
  const refusal = (...call: Parameters<typeof effect>) => effect(...call).refusal?.code;
  expect(refusal(USDC, approve(EXCHANGE), { value: 1n })).toBe('sendsValue');
  expect(formatDecodedCall(effect(USDC, approve(EXCHANGE), { value: 1n }))).toContain('and sends 1 wei');
  expect(refusal(USDC, approve(EXCHANGE), { operation: 1 })).toBe('delegatecall');
  expect(refusal(USDC, approve(EXCHANGE), { operation: 7 })).toBe('delegatecall');
  const batch = encodeFunctionData({ abi, functionName: 'multiSend', args: ['0x'] });
  expect(refusal(address('77'), batch)).toBe('nestedBatch');
  expect(refusal(address('77'), `${batch}00`)).toBe('nestedBatch');
  expect(refusal(USDC, '0xdeadbeef')).toBe('unknownFunction');
  expect(refusal(USDC, '0x')).toBe('unknownFunction');
});

it('refuses an allowance in another than the canonical encoding', () => {
  const good = approve(EXCHANGE);
  const dirtyAddress = `${good.slice(0, 10)}01${good.slice(12)}` as Hex;
  for (const data of [`${good}00`, good.slice(0, -2), dirtyAddress] as Hex[]) {
    expect(effect(USDC, data)).toMatchObject({
      effect: { code: 'callMalformed' },
      refusal: { code: 'malformedArguments' },
    });
  }
});
