import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import { describeEffect } from '#main/wallet/effects.ts';
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

const effect = (to: Address, data: Hex, change: { value?: bigint; operation?: number } = {}) =>
  describeEffect({ operation: 0, value: 0n, to, data, ...change }, emptyRecord);

it('allows the three allowances of set-up and tells them in words', () => {
  expect(effect(USDC, approve(EXCHANGE))).toEqual({
    sentence: `Lets the exchange ${formatAddress(EXCHANGE)} spend your USDC without limit`,
    to: USDC,
    method: 'approve(address,uint256)',
    allowed: true,
    refusal: null,
  });
  expect(effect(USDC, approve(TOKENS, 2_500_000n)).sentence).toBe(
    `Lets the conditional tokens ${formatAddress(TOKENS)} spend your USDC up to 2.50`,
  );
  expect(effect(TOKENS, approveAll(EXCHANGE))).toMatchObject({
    sentence: `Lets the exchange ${formatAddress(EXCHANGE)} move all your outcome shares`,
    allowed: true,
  });
  expect(effect(USDC, approve(EXCHANGE, 0n)).sentence).toMatch(/^Takes back/);
});

it.each<[string, Address, Hex]>([
  ['an allowance for a stranger', USDC, approve(STRANGER)],
  ['an allowance of another token', STRANGER, approve(EXCHANGE)],
  ['an allowance for the wallet’s own key', USDC, approve(OWNER)],
  ['shares for a stranger', TOKENS, approveAll(STRANGER)],
  ['shares for the conditional tokens', TOKENS, approveAll(TOKENS)],
  ['an approval on the wrong contract', USDC, approveAll(EXCHANGE)],
  ['a transfer', USDC, encodeFunctionData({ abi, functionName: 'transfer', args: [STRANGER, 1n] })],
  ['a new owner', SAFE, encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [STRANGER, 1n] })],
  ['another owner', SAFE, encodeFunctionData({ abi, functionName: 'swapOwner', args: [EXCHANGE, OWNER, STRANGER] })],
  ['a module', SAFE, encodeFunctionData({ abi, functionName: 'enableModule', args: [STRANGER] })],
  ['a handler', SAFE, encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [STRANGER] })],
])('refuses %s', (_title, to, data) => {
  const found = effect(to, data);
  expect(found).toMatchObject({ allowed: false, refusal: 'Set-up does not need this' });
  expect(found.sentence.length).toBeGreaterThan(20);
});

it('tells what a refused call would do', () => {
  const module = encodeFunctionData({ abi, functionName: 'enableModule', args: [STRANGER] });
  expect(effect(SAFE, module).sentence).toBe(
    `Lets the module ${formatAddress(STRANGER)} act for your wallet ${formatAddress(SAFE)} without any signature`,
  );
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [STRANGER, 12n] });
  expect(effect(USDC, transfer).sentence).toBe(
    `Sends 12 units of USDC ${formatAddress(USDC)} to ${formatAddress(STRANGER)}`,
  );
});

it('refuses value, foreign code, nested batches and what it does not know', () => {
  expect(effect(USDC, approve(EXCHANGE), { value: 1n }).refusal).toContain('coins');
  expect(effect(USDC, approve(EXCHANGE), { operation: 1 }).refusal).toContain('DELEGATECALL');
  expect(effect(USDC, approve(EXCHANGE), { operation: 7 }).refusal).toContain('DELEGATECALL');
  const batch = encodeFunctionData({ abi, functionName: 'multiSend', args: ['0x'] });
  expect(effect(address('77'), batch).refusal).toContain('batch inside a batch');
  expect(effect(USDC, '0xdeadbeef').refusal).toContain('does not know');
  expect(effect(USDC, '0x').refusal).toContain('does not know');
});

it('refuses an allowance that is not strictly encoded', () => {
  expect(effect(USDC, `${approve(EXCHANGE)}00`).allowed).toBe(false);
});
