import { expect, it } from 'vitest';
import { encodeMultiSend, type InnerCall } from '#main/wallet/multiSend.ts';
import { evaluateSetupCalls, type SetupRules } from '#main/wallet/setupCalls.ts';
import type { SetupCall } from '#shared/order/account.ts';
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

const rules: SetupRules = { owner: OWNER, allowedMultiSends: [] };
const MULTI_SEND = parseAddress('0x40A2aCCbd92BCA938b02010E17A5b8929b49130D');
const refusals = (calls: readonly SetupCall[], over = rules) =>
  evaluateSetupCalls(recordWith(calls), over).map((call) => call.refusal);
const inner = (to = USDC, data = approve(EXCHANGE), operation = 0, value = 0n): InnerCall => ({
  to,
  data,
  operation,
  value,
});
const batch = (calls: readonly InnerCall[], to = MULTI_SEND): SetupCall =>
  makeCall({ to, data: encodeMultiSend(calls), operation: 1, nonce: 0 });

it('would sign the set-up of the family, call by call and as one batch', () => {
  const views = evaluateSetupCalls(recordWith([...setupCalls].reverse()), rules);
  expect(views.map(({ nonce, refusal }) => [nonce, refusal])).toEqual([
    [4, null],
    [5, null],
    [6, null],
  ]);
  const whole = batch([inner(), inner(USDC, approve(TOKENS)), inner(TOKENS, approveAll(EXCHANGE))]);
  const [view] = evaluateSetupCalls(recordWith([whole]), rules);
  expect(view!.refusal).toBeNull();
  expect(view!.effects.map((effect) => effect.allowed)).toEqual([true, true, true]);
});

it('refuses a hash that is not the hash of the call, whatever was changed', () => {
  const [call] = setupCalls;
  const changes: Partial<SetupCall>[] = [
    { hash: setupCalls[1]!.hash },
    { data: approve(EXCHANGE, 1n) },
    { nonce: 3 },
    { to: TOKENS },
  ];
  for (const change of changes) expect(refusals([{ ...call!, ...change }])[0]).toContain('not the hash of this call');
  const elsewhere = { ...recordWith([call!]), chainId: 138 };
  expect(evaluateSetupCalls(elsewhere, rules)[0]!.refusal).toContain('not the hash of this call');
  const otherSafe = { ...recordWith([call!]), proxyAddress: address('2b') };
  expect(evaluateSetupCalls(otherSafe, rules)[0]!.refusal).toContain('not the hash of this call');
});

it('refuses gaps and repeats of nonces', () => {
  expect(refusals([setupCalls[0]!, setupCalls[2]!])).toEqual([
    null,
    'Expected nonce 5, found 6: calls are missing or doubled',
  ]);
  const twice = makeCall({ to: USDC, data: approve(TOKENS), operation: 0, nonce: 4 });
  expect(refusals([setupCalls[0]!, twice])[1]).toContain('doubled');
});

it('refuses foreign code, unless the profile allows that MultiSend', () => {
  const foreign = batch([inner()], STRANGER);
  expect(refusals([foreign])[0]).toContain('unknown code');
  expect(refusals([foreign], { owner: OWNER, allowedMultiSends: [STRANGER] })).toEqual([null]);
});

it.each<[string, readonly InnerCall[]]>([
  ['a DELEGATECALL', [inner(), inner(USDC, approve(EXCHANGE), 1)]],
  ['a value', [inner(USDC, approve(EXCHANGE), 0, 1n)]],
  ['a batch', [inner(MULTI_SEND, encodeMultiSend([inner()]))]],
  [
    'an allowance for a stranger at its end',
    [inner(), inner(TOKENS, approveAll(EXCHANGE)), inner(USDC, approve(STRANGER))],
  ],
])('refuses a batch that holds %s', (_title, calls) => {
  expect(refusals([batch(calls)])[0]).not.toBeNull();
});

it('refuses a batch that is not whole', () => {
  const data = `${encodeMultiSend([inner()])}00` as const;
  expect(refusals([makeCall({ to: MULTI_SEND, data, operation: 1, nonce: 0 })])[0]).toContain('padding');
});

it('refuses every call of a wallet that is not ours to sign for', () => {
  expect(refusals(setupCalls, { ...rules, owner: STRANGER })[0]).toContain('another key');
  const passkey = { ...recordWith(setupCalls), signatureType: 3 };
  expect(evaluateSetupCalls(passkey, rules).every((call) => call.refusal?.includes('where the passkey is'))).toBe(true);
  expect(evaluateSetupCalls(emptyRecord, rules)).toEqual([]);
});
