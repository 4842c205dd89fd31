import { describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { encodeMultiSend, type InnerCall } from '#main/wallet/multiSend.ts';
import { evaluateSessionCalls, type SessionRules } from '#main/wallet/sessionKeyCalls.ts';
import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import { formatDecodedCall } from '#shared/text/wallet/walletEffects.ts';
import { type Address, type Hex, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import vectors from '#test/fixtures/vectors/session_extensible.json' with { type: 'json' };
import { formatAddress } from '#wire/eip712/address.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { hashExchangeDomain } from '#wire/eip712/domain.ts';
import type { SessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { approve, EXCHANGE, emptyRecord, makeCall, OWNER, STRANGER, USDC } from './testRecord.ts';

const codec = await loadCallCodec();
/** The older Safe's flow, recorded from real contracts on a local chain. */
const flow = vectors.flows[0]!;
const expiresAt = parseInteger(flow.expiresAt);
const handler = parseAddress(flow.handler);
const verifier = parseAddress(flow.verifier);
const MULTI_SEND = parseAddress(flow.safeTx.to);
const record = { ...emptyRecord, proxyAddress: parseAddress(flow.safe) };
const request = { x: parseHex32(flow.x), y: parseHex32(flow.y), expiresAt };
const rules: SessionRules = {
  owner: OWNER,
  allowedMultiSends: [MULTI_SEND],
  handler,
  verifier,
  domainVersion: '1',
  exchangeTimeMs: (expiresAt - 3600) * 1000,
};
const inner = flow.inner.map(
  (call): InnerCall => ({
    operation: call.operation,
    to: parseAddress(call.to),
    value: BigInt(call.value),
    data: call.data as Hex,
  }),
);
const separator = encodeHex(
  hashExchangeDomain({
    name: record.domainName,
    version: '1',
    chainId: BigInt(record.chainId),
    verifyingContract: record.exchangeAddress,
  }),
);
const swap = (call: InnerCall, from: string, to: string): InnerCall => ({
  ...call,
  data: call.data.replace(from.replace('0x', '').toLowerCase(), to.replace('0x', '').toLowerCase()) as Hex,
});
/** The calls of the flow, for the domain of our own exchange. */
const [install, name, authorise] = inner.map((call) => swap(call, flow.domainSeparator, separator)) as [
  InnerCall,
  InnerCall,
  InnerCall,
];

function batch(calls: readonly InnerCall[], nonce = 4): SessionKeyGrant['calls'][number] {
  return makeCall({ to: MULTI_SEND, data: encodeMultiSend(calls, codec), operation: 1, nonce }, record);
}
function grantOf(calls: readonly InnerCall[], change: Partial<SessionKeyGrant> = {}): SessionKeyGrant {
  const safe = record.proxyAddress;
  return { safe, handlerInstalled: false, expiresAt, calls: [batch(calls)], ...change };
}
const evaluate = (grant: SessionKeyGrant, change: Partial<SessionRules> = {}, key = request) =>
  evaluateSessionCalls(grant, key, record, { ...rules, ...change }, codec);
const refusalOf = (...args: Parameters<typeof evaluate>) => evaluate(...args).refusal?.code;
const ALL = [install, name, authorise];

describe('the calls of a session key', () => {
  it('are allowed as a real handler’s flow has them, once their domain is the exchange’s', () => {
    expect(encodeMultiSend(inner, codec)).toBe(flow.safeTx.data);
    expect(refusalOf(grantOf(inner))).toBe('otherDomain');
    const evaluation = evaluate(grantOf(ALL));
    expect(evaluation).toMatchObject({ refusal: null, changesHandler: true });
    const safe = formatAddress(record.proxyAddress);
    expect(evaluation.calls[0]?.effects.map(formatDecodedCall)).toEqual([
      `Allows ${flow.handler} to answer for your wallet ${safe}, including whether its signatures are valid`,
      `Allows ${flow.verifier} to decide which signatures of your wallet ${safe} are valid in the domain ${separator}`,
      `Allows the session key ${flow.x.slice(0, 10)}… to sign orders of your wallet until ${new Date(expiresAt * 1000).toISOString()}`,
    ]);
  });

  it('may be single calls, without the handler once it is installed', () => {
    const calls = [authorise, name].map((call, at) =>
      makeCall({ to: call.to, data: call.data, operation: 0, nonce: 5 - at }, record),
    );
    expect(evaluate(grantOf([], { handlerInstalled: true, calls }))).toMatchObject({
      refusal: null,
      changesHandler: false,
    });
  });

  it.each<[string, SessionKeyGrant, Partial<SessionRules>, WalletRefusal['code']]>([
    ['another wallet', grantOf(ALL, { safe: STRANGER }), {}, 'otherWallet'],
    ['a later expiry than requested', grantOf(ALL, { expiresAt: expiresAt + 1 }), {}, 'expiresTooLate'],
    ['an expiry in the past', grantOf(ALL), { exchangeTimeMs: expiresAt * 1000 }, 'alreadyExpired'],
    ['no pinned handler', grantOf(ALL), { handler: null }, 'noPinnedHandler'],
    ['another handler', grantOf([swap(install, flow.handler, STRANGER), name, authorise]), {}, 'otherHandler'],
    ['another verifier', grantOf([install, swap(name, flow.verifier, STRANGER), authorise]), {}, 'otherVerifier'],
    ['another contract for the key', grantOf([install, name, { ...authorise, to: STRANGER }]), {}, 'unknownFunction'],
    ['another x', grantOf([install, name, swap(authorise, flow.x, `${'1'.repeat(64)}`)]), {}, 'otherKey'],
    ['another y', grantOf([install, name, swap(authorise, flow.y, `${'1'.repeat(64)}`)]), {}, 'otherKey'],
    ['another expiry inside', grantOf(ALL, { expiresAt: expiresAt - 1 }), {}, 'otherExpiry'],
    [
      'a longer layout',
      grantOf([install, name, { ...authorise, data: `${authorise.data}00` }]),
      {},
      'unknownKeyLayout',
    ],
    [
      'a handler call with a trailing byte',
      grantOf([{ ...install, data: `${install.data}00` }, name, authorise]),
      {},
      'malformedArguments',
    ],
    ['coins', grantOf([install, name, { ...authorise, value: 1n }]), {}, 'sendsValue'],
    ['a DELEGATECALL', grantOf([install, name, { ...authorise, operation: 1 }]), {}, 'delegatecall'],
    ['an unknown batch contract', grantOf(ALL), { allowedMultiSends: [] }, 'unknownBatchContract'],
    [
      'an additional allowance',
      grantOf([...ALL, { ...install, to: USDC, data: approve(EXCHANGE) }]),
      {},
      'sessionAllowance',
    ],
    ['a key authorised twice', grantOf([...ALL, authorise]), {}, 'callsOutOfOrder'],
    ['the key before its handler', grantOf([authorise, install]), {}, 'callsOutOfOrder'],
    ['no authorisation', grantOf([install, name]), {}, 'noAuthorisation'],
    ['a handler that is already installed', grantOf(ALL, { handlerInstalled: true }), {}, 'handlerInstalledTwice'],
    ['a handler that is never installed', grantOf([name, authorise]), {}, 'handlerNotInstalled'],
    ['another owner’s wallet', grantOf(ALL), { owner: STRANGER }, 'otherOwner'],
    ['no owner', grantOf(ALL), { owner: null }, 'noKey'],
  ])('are refused with %s', (_, grant, change, code) => {
    expect(refusalOf(grant, change)).toBe(code);
  });

  it('are refused when a hash is not theirs, and when nonces are missing or repeated', () => {
    const [call] = grantOf(ALL).calls;
    const hash = parseHex32(`0x${'1'.repeat(64)}`);
    expect(refusalOf(grantOf([], { calls: [{ ...call!, hash }] }))).toBe('hashMismatch');
    const calls = [batch([install, name], 4), batch([authorise], 6)];
    expect(evaluate(grantOf([], { calls })).refusal).toEqual({
      code: 'unexpectedNonce',
      parameters: { expected: 5, found: 6 },
    });
    const repeated = [batch([install, name], 4), batch([authorise], 4)];
    expect(refusalOf(grantOf([], { calls: repeated }))).toBe('unexpectedNonce');
  });

  it('are refused when the batch is malformed, and when there is no call', () => {
    const broken = makeCall({ to: MULTI_SEND, data: '0x8d80ff0a00', operation: 1, nonce: 4 }, record);
    expect(refusalOf(grantOf([], { calls: [broken] }))).toBe('malformedBatch');
    expect(refusalOf(grantOf([], { calls: [] }))).toBe('noAuthorisation');
  });

  it('may authorise the key at the handler itself where no verifier is pinned', () => {
    const one: Address = handler;
    const calls = [install, { ...authorise, to: one }];
    expect(evaluate(grantOf(calls), { verifier: null })).toMatchObject({ refusal: null });
    expect(evaluate(grantOf([install, name, { ...authorise, to: one }]), { verifier: null }).refusal).not.toBeNull();
  });
});
