import { expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { encodeMultiSend, type InnerCall } from '#main/wallet/multiSend.ts';
import { evaluateSetupCalls, type SetupRules } from '#main/wallet/setupCalls.ts';
import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import { parseAddress } from '#shared/units/ids.ts';
import {
  address,
  approve,
  approveAll,
  EXCHANGE,
  emptyRecord,
  makeCall,
  OWNER,
  recordWith,
  STRANGER,
  setupCalls,
  TOKENS,
  USDC,
} from './testRecord.ts';

const codec = await loadCallCodec();
const rules: SetupRules = { owner: OWNER, allowedMultiSends: [] };
const MULTI_SEND = parseAddress('0x40A2aCCbd92BCA938b02010E17A5b8929b49130D');
const evaluate = (record: WalletRecord, over = rules) => evaluateSetupCalls(record, over, codec);
const refusals = (calls: readonly SetupCall[], over = rules) =>
  evaluate(recordWith(calls), over).map((call) => call.refusal?.code ?? null);
const inner = (to = USDC, data = approve(EXCHANGE), operation = 0, value = 0n): InnerCall => ({
  to,
  data,
  operation,
  value,
});
const batch = (calls: readonly InnerCall[], to = MULTI_SEND): SetupCall =>
  makeCall({ to, data: encodeMultiSend(calls, codec), operation: 1, nonce: 0 });

it('allows the set-up of the family, as single calls and as one batch', () => {
  const views = evaluate(recordWith([...setupCalls].reverse()));
  expect(views.map(({ nonce, refusal }) => [nonce, refusal])).toEqual([
    [4, null],
    [5, null],
    [6, null],
  ]);
  const whole = batch([inner(), inner(USDC, approve(TOKENS)), inner(TOKENS, approveAll(EXCHANGE))]);
  const [view] = evaluate(recordWith([whole]));
  expect(view!.refusal).toBeNull();
  expect(view!.effects.map((effect) => effect.refusal)).toEqual([null, null, null]);
});

it('refuses a hash that is not the hash of the call', () => {
  const [call] = setupCalls;
  const changes: Partial<SetupCall>[] = [
    { hash: setupCalls[1]!.hash },
    { data: approve(EXCHANGE, 1n) },
    { nonce: 3 },
    { to: TOKENS },
  ];
  for (const change of changes) expect(refusals([{ ...call!, ...change }])[0]).toBe('hashMismatch');
  const elsewhere = { ...recordWith([call!]), chainId: 138 };
  expect(evaluate(elsewhere)[0]!.refusal?.code).toBe('hashMismatch');
  const otherSafe = { ...recordWith([call!]), proxyAddress: address('2b') };
  expect(evaluate(otherSafe)[0]!.refusal?.code).toBe('hashMismatch');
});

it('refuses gaps and repeats of nonces', () => {
  const gap = evaluate(recordWith([setupCalls[0]!, setupCalls[2]!])).map((call) => call.refusal);
  expect(gap).toEqual([null, { code: 'unexpectedNonce', parameters: { expected: 5, found: 6 } }]);
  const twice = makeCall({ to: USDC, data: approve(TOKENS), operation: 0, nonce: 4 });
  expect(refusals([setupCalls[0]!, twice])[1]).toBe('unexpectedNonce');
});

it('refuses a call that is listed twice, in one batch or at two nonces', () => {
  const again = makeCall({ to: USDC, data: approve(EXCHANGE), operation: 0, nonce: 5 });
  expect(refusals([setupCalls[0]!, again])).toEqual([null, 'repeatedCall']);
  expect(refusals([batch([inner(), inner()])])).toEqual(['repeatedCall']);
});

it('refuses foreign code, unless the profile allows that MultiSend', () => {
  const foreign = batch([inner()], STRANGER);
  expect(refusals([foreign])[0]).toBe('unknownBatchContract');
  expect(refusals([foreign], { owner: OWNER, allowedMultiSends: [STRANGER] })).toEqual([null]);
});

it.each<[string, readonly InnerCall[], WalletRefusal['code']]>([
  ['a DELEGATECALL', [inner(), inner(USDC, approve(EXCHANGE), 1)], 'delegatecall'],
  ['a value', [inner(USDC, approve(EXCHANGE), 0, 1n)], 'sendsValue'],
  ['a batch', [inner(MULTI_SEND, encodeMultiSend([inner()], codec))], 'nestedBatch'],
  [
    'an allowance for a stranger at its end',
    [inner(), inner(TOKENS, approveAll(EXCHANGE)), inner(USDC, approve(STRANGER))],
    'otherSpender',
  ],
  ['an allowance with a trailing byte', [inner(USDC, `${approve(EXCHANGE)}00`)], 'malformedArguments'],
])('refuses a batch that contains %s', (_title, calls, code) => {
  expect(refusals([batch(calls)])[0]).toBe(code);
});

it('refuses a batch with a trailing byte', () => {
  const data = `${encodeMultiSend([inner()], codec)}00` as const;
  expect(refusals([makeCall({ to: MULTI_SEND, data, operation: 1, nonce: 0 })])[0]).toBe('malformedBatch');
});

it('refuses every call of a wallet that the own key does not own', () => {
  expect(refusals(setupCalls, { ...rules, owner: STRANGER })[0]).toBe('otherOwner');
  const passkey = { ...recordWith(setupCalls), signatureType: 3 };
  expect(evaluate(passkey).map((call) => call.refusal?.code)).toEqual(setupCalls.map(() => 'passkeyWallet'));
  expect(evaluate(emptyRecord)).toEqual([]);
});
