import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { findMultiSend } from '#main/wallet/knownContracts.ts';
import { buildMoneyCall, checkMoneyCall, type MoneyContracts } from '#main/wallet/moneyCalls.ts';
import { encodeMultiSend, parseMultiSend } from '#main/wallet/multiSend.ts';
import { MAX_REDEMPTIONS, type WalletAction } from '#shared/order/wallet/walletAction.ts';
import { type Hex, type Hex32, parseAddress, parseHex32, ZERO_ADDRESS } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/ctf_calldata.json' with { type: 'json' };
import { STRANGER, TOKENS, USDC } from './testRecord.ts';

const codec = await loadCallCodec();
const MULTI_SEND = findMultiSend(137, [])!;
const SAFE = parseAddress(`0x${'2a'.repeat(20)}`);
const contracts: MoneyContracts = {
  proxyAddress: SAFE,
  usdcAddress: USDC,
  conditionalTokensAddress: TOKENS,
  multiSend: MULTI_SEND,
};
const condition = (digit: string): Hex32 => parseHex32(`0x${digit.repeat(64)}`);
const withdraw: WalletAction = { kind: 'withdraw', to: STRANGER, amount: 12_500_000n };
const redeem: WalletAction = { kind: 'redeem', conditionIds: [condition('7')] };
const batch: WalletAction = { kind: 'redeem', conditionIds: [condition('7'), condition('8')] };
const split: WalletAction = { kind: 'split', conditionId: condition('7'), amount: 100_000_000n };
const merge: WalletAction = { kind: 'merge', conditionId: condition('7'), amount: 40_000_000n };
const build = (action: WalletAction) => buildMoneyCall(action, contracts, codec);

describe('calldata of other programs', () => {
  const { args } = vectors;
  const ctf = { ...contracts, usdcAddress: parseAddress(args.usdc) };
  const conditionId = parseHex32(args.conditionId);
  it.each<[string, WalletAction, string]>([
    ['split', { kind: 'split', conditionId, amount: 100_000_000n }, vectors.splitPosition.data],
    ['merge', { kind: 'merge', conditionId, amount: 40_000_000n }, vectors.mergePositions.data],
    ['redeem', { kind: 'redeem', conditionIds: [conditionId] }, vectors.redeemPositions.data],
  ])('is equal for %s', (_name, action, expected) => {
    const { call } = buildMoneyCall(action, ctf, codec);
    expect(call).toEqual({ to: TOKENS, operation: 0, data: expected });
  });

  it('is equal for a transfer that viem encodes', () => {
    const abi = parseAbi(['function transfer(address,uint256)']);
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [STRANGER, 12_500_000n] });
    expect(build(withdraw).call).toEqual({ to: USDC, operation: 0, data });
  });
});

describe('a batch', () => {
  it('redeems each condition in order, by one DELEGATECALL to a known contract', () => {
    const { call, inner } = build(batch);
    expect(call).toMatchObject({ to: MULTI_SEND, operation: 1 });
    expect(parseMultiSend(call.data, codec)).toEqual({ at: 'calls', calls: inner });
    expect(inner.map(({ data }) => data)).toEqual(
      [condition('7'), condition('8')].map(
        (conditionId) => build({ kind: 'redeem', conditionIds: [conditionId] }).call.data,
      ),
    );
  });

  it('needs a known contract; one redemption does not', () => {
    const without = { ...contracts, multiSend: null };
    expect(() => buildMoneyCall(batch, without, codec)).toThrow('Expected a known batch contract');
    expect(buildMoneyCall(redeem, without, codec).call.operation).toBe(0);
  });
});

describe('an action that no call can express', () => {
  const many = Array.from({ length: MAX_REDEMPTIONS + 1 }, (_, at) => parseHex32(`0x${String(at).padStart(64, '0')}`));
  it.each<[string, WalletAction, string]>([
    ['nothing withdrawn', { ...withdraw, amount: 0n }, 'an amount above zero'],
    ['a negative split', { ...split, amount: -1n }, 'an amount above zero'],
    ['a withdrawal to nobody', { ...withdraw, to: ZERO_ADDRESS }, 'outside the wallet'],
    ['a withdrawal to the wallet itself', { ...withdraw, to: SAFE }, 'outside the wallet'],
    ['a withdrawal to the collateral contract', { ...withdraw, to: USDC }, 'outside the wallet'],
    ['a withdrawal to the conditional tokens', { ...withdraw, to: TOKENS }, 'outside the wallet'],
    ['no condition', { kind: 'redeem', conditionIds: [] }, 'conditions'],
    ['too many conditions', { kind: 'redeem', conditionIds: many }, 'conditions'],
    ['one condition twice', { kind: 'redeem', conditionIds: [condition('7'), condition('7')] }, 'each condition once'],
  ])('is refused: %s', (_name, action, reason) => {
    expect(() => build(action)).toThrow(reason);
  });
});

describe('checkMoneyCall', () => {
  it.each([withdraw, redeem, batch, split, merge])('accepts the built call of $kind', (action) => {
    expect(checkMoneyCall(build(action).call, action, contracts, codec)).toBeNull();
  });

  const FOREIGN = parseAddress(`0x${'6f'.repeat(20)}`);
  const other = { ...contracts, usdcAddress: FOREIGN, conditionalTokensAddress: FOREIGN };
  it.each([withdraw, redeem, batch, split, merge])('refuses other contracts for $kind', (action) => {
    expect(checkMoneyCall(build(action).call, action, other, codec)).not.toBeNull();
    expect(checkMoneyCall(buildMoneyCall(action, other, codec).call, action, contracts, codec)).not.toBeNull();
  });

  it.each<[string, WalletAction, WalletAction]>([
    ['another amount', withdraw, { ...withdraw, amount: 12_500_001n }],
    ['another recipient', withdraw, { ...withdraw, to: parseAddress(`0x${'9f'.repeat(20)}`) }],
    ['another condition', redeem, { kind: 'redeem', conditionIds: [condition('8')] }],
    ['a missing condition', batch, redeem],
    ['conditions in another order', batch, { kind: 'redeem', conditionIds: [condition('8'), condition('7')] }],
    ['a merge for a split', split, { ...split, kind: 'merge' }],
    ['another size of a merge', merge, { ...merge, amount: 1n }],
    ['a withdrawal for a merge', merge, withdraw],
  ])('refuses %s', (_name, asked, built) => {
    expect(checkMoneyCall(build(built).call, asked, contracts, codec)).not.toBeNull();
  });

  const { call } = build(batch);
  const [first, second] = build(batch).inner;
  it.each<[string, { to?: typeof STRANGER; data?: Hex; operation?: 0 | 1 }]>([
    ['trailing bytes', { data: `${call.data}00` }],
    ['an unknown batch contract', { to: STRANGER }],
    ['a plain call of the batch contract', { operation: 0 }],
    ['value in an inner call', { data: encodeMultiSend([first!, { ...second!, value: 1n }], codec) }],
    ['an inner DELEGATECALL', { data: encodeMultiSend([first!, { ...second!, operation: 1 }], codec) }],
    ['an inner call of another contract', { data: encodeMultiSend([first!, { ...second!, to: STRANGER }], codec) }],
    ['an additional inner call', { data: encodeMultiSend([first!, second!, first!], codec) }],
  ])('refuses a batch with %s', (_name, change) => {
    expect(checkMoneyCall({ ...call, ...change }, batch, contracts, codec)).not.toBeNull();
  });

  it('refuses other index sets, another collateral and a parent collection', () => {
    const abi = parseAbi(['function redeemPositions(address,bytes32,bytes32,uint256[])']);
    const encode = (usdc: Hex, parent: Hex, sets: readonly bigint[]) =>
      encodeFunctionData({
        abi,
        functionName: 'redeemPositions',
        args: [usdc, parent, condition('7'), sets],
      });
    const check = (data: Hex) => checkMoneyCall({ to: TOKENS, operation: 0, data }, redeem, contracts, codec);
    const zero = condition('0');
    expect(check(encode(USDC, zero, [1n, 2n]))).toBeNull();
    expect(check(encode(USDC, zero, [1n]))).not.toBeNull();
    expect(check(encode(USDC, zero, [2n, 1n]))).not.toBeNull();
    expect(check(encode(STRANGER, zero, [1n, 2n]))).not.toBeNull();
    expect(check(encode(USDC, condition('1'), [1n, 2n]))).not.toBeNull();
  });
});

it('chooses a batch contract that makes no inner DELEGATECALL', () => {
  expect(MULTI_SEND).toBe('0x9641d764fc13c8b624c04430c7356c1c7c8102e2');
  expect(findMultiSend(31_337, [])).toBeNull();
  expect(findMultiSend(31_337, [STRANGER])).toBe(STRANGER);
});
