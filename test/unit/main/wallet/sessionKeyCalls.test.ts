import { describe, expect, it } from 'vitest';
import { encodeMultiSend, type InnerCall } from '#main/wallet/multiSend.ts';
import { evaluateSessionCalls, type SessionRules } from '#main/wallet/sessionKeyCalls.ts';
import { type Address, type Hex, parseAddress, parseHex32 } from '#shared/units/ids.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import vectors from '#test/fixtures/vectors/session_extensible.json' with { type: 'json' };
import { encodeHex } from '#wire/eip712/bytes.ts';
import { hashExchangeDomain } from '#wire/eip712/domain.ts';
import type { SessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { approve, EXCHANGE, emptyRecord, makeCall, OWNER, STRANGER, USDC } from './testRecord.ts';

/** The older Safe's flow, made by real contracts on a local chain. */
const flow = vectors.flows[0]!;
const expiresAt = parseInteger(flow.expiresAt);
const handler = parseAddress(flow.handler);
const verifier = parseAddress(flow.verifier);
const MULTI_SEND = parseAddress(flow.safeTx.to);
const record = { ...emptyRecord, proxyAddress: parseAddress(flow.safe) };
const asked = { x: parseHex32(flow.x), y: parseHex32(flow.y), expiresAt };
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
  return makeCall({ to: MULTI_SEND, data: encodeMultiSend(calls), operation: 1, nonce }, record);
}
function grantOf(calls: readonly InnerCall[], change: Partial<SessionKeyGrant> = {}): SessionKeyGrant {
  const safe = record.proxyAddress;
  return { safe, handlerInstalled: false, expiresAt, calls: [batch(calls)], ...change };
}
const judge = (grant: SessionKeyGrant, change: Partial<SessionRules> = {}, key = asked) =>
  evaluateSessionCalls(grant, key, record, { ...rules, ...change });
const ALL = [install, name, authorise];

describe('the calls of a session key', () => {
  it('are those of a real handler, told in words, once their domain is the exchange’s', () => {
    expect(encodeMultiSend(inner)).toBe(flow.safeTx.data);
    expect(judge(grantOf(inner)).refusal).toBe('The signing domain is not that of the exchange’s orders');
    const judged = judge(grantOf(ALL));
    expect(judged).toMatchObject({ refusal: null, changesHandler: true });
    expect(judged.calls[0]?.effects.map((effect) => effect.sentence)).toEqual([
      `Lets ${flow.handler} answer for your wallet, also whether its signatures are valid`,
      `Lets ${flow.verifier} decide which orders of your wallet are signed`,
      `Lets the session key ${flow.x.slice(0, 10)}… sign orders of your wallet until ${new Date(expiresAt * 1000).toISOString()}`,
    ]);
  });

  it('may come one by one, and without the handler once it is installed', () => {
    const calls = [authorise, name].map((call, at) =>
      makeCall({ to: call.to, data: call.data, operation: 0, nonce: 5 - at }, record),
    );
    expect(judge(grantOf([], { handlerInstalled: true, calls }))).toMatchObject({
      refusal: null,
      changesHandler: false,
    });
  });

  it.each<[string, SessionKeyGrant, Partial<SessionRules>, string]>([
    ['another wallet', grantOf(ALL, { safe: STRANGER }), {}, 'another wallet'],
    ['a longer life than asked for', grantOf(ALL, { expiresAt: expiresAt + 1 }), {}, 'longer than was asked'],
    ['an end in the past', grantOf(ALL), { exchangeTimeMs: expiresAt * 1000 }, 'expired already'],
    ['no handler agreed to', grantOf(ALL), { handler: null }, 'Agree to the address'],
    [
      'another handler',
      grantOf([swap(install, flow.handler, STRANGER), name, authorise]),
      {},
      'handler is not the one',
    ],
    ['another verifier', grantOf([install, swap(name, flow.verifier, STRANGER), authorise]), {}, 'verifier is not'],
    ['another contract that takes the key', grantOf([install, name, { ...authorise, to: STRANGER }]), {}, 'know this'],
    ['another x', grantOf([install, name, swap(authorise, flow.x, `${'1'.repeat(64)}`)]), {}, 'another key'],
    ['another y', grantOf([install, name, swap(authorise, flow.y, `${'1'.repeat(64)}`)]), {}, 'another key'],
    ['another expiry inside', grantOf(ALL, { expiresAt: expiresAt - 1 }), {}, 'another time than was granted'],
    ['a longer layout', grantOf([install, name, { ...authorise, data: `${authorise.data}00` }]), {}, 'not understand'],
    ['coins', grantOf([install, name, { ...authorise, value: 1n }]), {}, 'coins'],
    ['foreign code', grantOf([install, name, { ...authorise, operation: 1 }]), {}, 'DELEGATECALL'],
    ['an unknown batch contract', grantOf(ALL), { allowedMultiSends: [] }, 'unknown code'],
    ['an allowance beside', grantOf([...ALL, { ...install, to: USDC, data: approve(EXCHANGE) }]), {}, 'no allowance'],
    ['a key authorised twice', grantOf([...ALL, authorise]), {}, 'doubled'],
    ['the key before its handler', grantOf([authorise, install]), {}, 'order that can not be meant'],
    ['no key at all', grantOf([install, name]), {}, 'No call authorises'],
    ['a handler that is there already', grantOf(ALL, { handlerInstalled: true }), {}, 'installed again'],
    ['a handler that is never installed', grantOf([name, authorise]), {}, 'no call installs it'],
    ['another owner’s wallet', grantOf(ALL), { owner: STRANGER }, 'another key than the one in the vault'],
    ['no owner', grantOf(ALL), { owner: null }, 'Create or import'],
  ])('are refused with %s', (_, grant, change, words) => {
    expect(judge(grant, change).refusal).toContain(words);
  });

  it('are refused when a hash is not theirs, and when nonces are missing or doubled', () => {
    const [call] = grantOf(ALL).calls;
    const hash = parseHex32(`0x${'1'.repeat(64)}`);
    expect(judge(grantOf([], { calls: [{ ...call!, hash }] })).refusal).toContain('not the hash of this call');
    const calls = [batch([install, name], 4), batch([authorise], 6)];
    expect(judge(grantOf([], { calls })).refusal).toContain('Expected nonce 5, found 6');
    expect(judge(grantOf([], { calls: [batch([install, name], 4), batch([authorise], 4)] })).refusal).toContain(
      'nonce',
    );
  });

  it('are refused where nothing can be decoded, and where there is nothing', () => {
    const broken = makeCall({ to: MULTI_SEND, data: '0x8d80ff0a00', operation: 1, nonce: 4 }, record);
    expect(judge(grantOf([], { calls: [broken] })).refusal).toContain('Expected');
    expect(judge(grantOf([], { calls: [] })).refusal).toContain('No call authorises');
  });

  it('name the handler’s own address as the keeper of the key where no verifier stands apart', () => {
    const one: Address = handler;
    const calls = [install, { ...authorise, to: one }];
    expect(judge(grantOf(calls), { verifier: null })).toMatchObject({ refusal: null });
    expect(judge(grantOf([install, name, { ...authorise, to: one }]), { verifier: null }).refusal).not.toBeNull();
  });
});
