/** Mutations of a served session-key grant: each is refused, with its own reason, before anything is signed. */
import { expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { evaluateSessionCalls } from '#main/wallet/sessionKeyCalls.ts';
import {
  buildSetupCalls,
  CHAIN_ID,
  DOMAIN_VERSION,
  EXCHANGE,
  MULTI_SEND,
  SESSION_HANDLER,
  USDC,
  type WalletCall,
} from '#paper/server/chain/chain.ts';
import { prepareSessionKey } from '#paper/server/members/sessionKey.ts';
import { encodeWallet } from '#paper/server/members/wallet.ts';
import { parseAddress, parseHex32 } from '#shared/units/ids.ts';
import p256 from '#test/fixtures/vectors/p256.json' with { type: 'json' };
import { parseSessionKeyGrant } from '#wire/messages/sessionKey.ts';
import { parseWallet } from '#wire/messages/wallet.ts';
import { WireError } from '#wire/messages/wireError.ts';
import {
  batchOf,
  editBatch,
  encode,
  hashOf,
  hashWithGas,
  type Json,
  makeMember,
  numberCalls,
  OWNER,
  rehash,
  SAFE,
  type ServedCall,
  STRANGER,
} from './servedCalls.ts';

const codec = await loadCallCodec();
const NOW_MS = 1_763_726_400_000;
const EXPIRES_AT = NOW_MS / 1000 + 3_600;
const { x, y } = p256.vectors[0]!;
const other = p256.vectors[1]!;
const CORE = { faults: { hasOtherDomain: () => false } } as unknown as Parameters<typeof encodeWallet>[1];
const record = parseWallet(encodeWallet(makeMember('calls'), CORE));

/** The grant as the embedded exchange serves it. */
const prepare = (setup: 'calls' | 'multisend' = 'calls', hasHandler = false): Json =>
  prepareSessionKey(makeMember(setup, hasHandler), { x, y, expires_at: EXPIRES_AT }, NOW_MS);
const GENUINE = prepare();
const [INSTALL, AUTHORISE] = GENUINE.calls as readonly [ServedCall & WalletCall, ServedCall & WalletCall];

/** The grant with these calls, or another change. */
const serve = (calls: readonly ServedCall[] | null, change: Json = {}): Json => ({
  ...GENUINE,
  ...(calls ? { calls } : {}),
  ...change,
});
const authorise = (...words: readonly (string | bigint)[]): WalletCall => ({
  ...AUTHORISE,
  data: encode(`authorizeSessionKey(${words.map(() => 'uint256').join(',')})`, words.map(BigInt)),
});

function findReason(served: Json): string | null {
  try {
    const rules = {
      owner: parseAddress(OWNER),
      allowedMultiSends: [parseAddress(MULTI_SEND)],
      handler: parseAddress(SESSION_HANDLER),
      verifier: null,
      domainVersion: DOMAIN_VERSION,
      exchangeTimeMs: NOW_MS,
    };
    const request = { x: parseHex32(x), y: parseHex32(y), expiresAt: EXPIRES_AT };
    return evaluateSessionCalls(parseSessionKeyGrant(served), request, record, rules, codec).refusal?.code ?? null;
  } catch (error) {
    if (error instanceof WireError) return 'unreadable';
    throw error;
  }
}

/** A call of the wallet or of a token that a session key never needs. */
const FOREIGN: readonly [string, WalletCall, string][] = (
  [
    ['an allowance of the set-up', USDC, buildSetupCalls(SAFE, 0, 0, false)[0]!.data, 'sessionAllowance'],
    ['an allowance for a stranger', USDC, encode('approve(address,uint256)', [STRANGER, 1n]), 'otherSpender'],
    ['a transfer', USDC, encode('transfer(address,uint256)', [STRANGER, 1n]), 'movesFunds'],
    ['another owner', SAFE, encode('addOwnerWithThreshold(address,uint256)', [STRANGER, 1n]), 'changesOwners'],
    [
      'an owner replaced',
      SAFE,
      encode('swapOwner(address,address,address)', [STRANGER, OWNER, STRANGER]),
      'changesOwners',
    ],
    ['a module', SAFE, encode('enableModule(address)', [SESSION_HANDLER]), 'changesModules'],
    ['a guard', SAFE, encode('setGuard(address)', [SESSION_HANDLER]), 'changesGuard'],
    ['an approved hash', SAFE, encode('approveHash(bytes32)', [`0x${'1'.repeat(64)}`]), 'approvesTransaction'],
    ['another function of the handler', SESSION_HANDLER, '0x12345678', 'unknownKeyLayout'],
    ['a call of a stranger', STRANGER, AUTHORISE.data, 'unknownFunction'],
    ['a call of the wallet itself without data', SAFE, '0x', 'unknownFunction'],
    ['a batch of calls', MULTI_SEND, batchOf([AUTHORISE])[0]!.data, 'nestedBatch'],
  ] as const
).map(([title, to, data, reason]) => [title, { to, data, operation: 0 }, reason]);

const MUTATIONS: readonly [string, Json, string][] = [
  [
    'another handler',
    serve(numberCalls([{ ...INSTALL, data: encode('setFallbackHandler(address)', [STRANGER]) }, AUTHORISE])),
    'otherHandler',
  ],
  [
    'the exchange as handler',
    serve(numberCalls([{ ...INSTALL, data: encode('setFallbackHandler(address)', [EXCHANGE]) }, AUTHORISE])),
    'otherHandler',
  ],
  [
    'a handler with a trailing byte',
    serve(numberCalls([{ ...INSTALL, data: `${INSTALL.data}00` }, AUTHORISE])),
    'malformedArguments',
  ],
  ['a handler of another wallet', serve(numberCalls([{ ...INSTALL, to: STRANGER }, AUTHORISE])), 'changesHandler'],
  [
    'a verifier of a foreign domain',
    serve(
      numberCalls([
        INSTALL,
        { ...INSTALL, data: encode('setDomainVerifier(bytes32,address)', [`0x${'1'.repeat(64)}`, SESSION_HANDLER]) },
        AUTHORISE,
      ]),
    ),
    'otherDomain',
  ],
  ['another x', serve(numberCalls([INSTALL, authorise(other.x, y, BigInt(EXPIRES_AT))])), 'otherKey'],
  ['another y', serve(numberCalls([INSTALL, authorise(x, other.y, BigInt(EXPIRES_AT))])), 'otherKey'],
  [
    'the coordinates in the other order',
    serve(numberCalls([INSTALL, authorise(y, x, BigInt(EXPIRES_AT))])),
    'otherKey',
  ],
  ['another key', serve(numberCalls([INSTALL, authorise(other.x, other.y, BigInt(EXPIRES_AT))])), 'otherKey'],
  ['a later expiry inside', serve(numberCalls([INSTALL, authorise(x, y, BigInt(EXPIRES_AT + 1))])), 'otherExpiry'],
  ['no expiry inside', serve(numberCalls([INSTALL, authorise(x, y, 0n)])), 'otherExpiry'],
  [
    'an expiry in milliseconds inside',
    serve(numberCalls([INSTALL, authorise(x, y, BigInt(EXPIRES_AT) * 1000n)])),
    'otherExpiry',
  ],
  ['two words', serve(numberCalls([INSTALL, authorise(x, y)])), 'unknownKeyLayout'],
  ['four words', serve(numberCalls([INSTALL, authorise(x, y, BigInt(EXPIRES_AT), 1n)])), 'unknownKeyLayout'],
  ['a trailing byte', serve(numberCalls([INSTALL, { ...AUTHORISE, data: `${AUTHORISE.data}00` }])), 'unknownKeyLayout'],
  [
    'a missing byte',
    serve(numberCalls([INSTALL, { ...AUTHORISE, data: AUTHORISE.data.slice(0, -2) }])),
    'unknownKeyLayout',
  ],
  ['the key at another contract', serve(numberCalls([INSTALL, { ...AUTHORISE, to: STRANGER }])), 'unknownFunction'],
  [
    'a later granted expiry',
    serve(numberCalls([INSTALL, authorise(x, y, BigInt(EXPIRES_AT + 1))]), { expires_at: EXPIRES_AT + 1 }),
    'expiresTooLate',
  ],
  [
    'a granted expiry in the past',
    serve(numberCalls([INSTALL, authorise(x, y, 1n)]), { expires_at: 1 }),
    'alreadyExpired',
  ],
  ['an expiry as a fraction', serve(null, { expires_at: EXPIRES_AT + 0.5 }), 'unreadable'],
  ['another wallet', serve(null, { safe: STRANGER }), 'otherWallet'],
  ['no wallet', serve(null, { safe: undefined }), 'unreadable'],
  ['a handler that is said to be installed', serve(null, { handler_installed: true }), 'handlerInstalledTwice'],
  ['a handler that is not installed', serve(numberCalls([AUTHORISE])), 'handlerNotInstalled'],
  ['the key before its handler', serve(numberCalls([AUTHORISE, INSTALL])), 'callsOutOfOrder'],
  ['the key twice', serve(numberCalls([INSTALL, AUTHORISE, AUTHORISE])), 'callsOutOfOrder'],
  ['the handler twice', serve(numberCalls([INSTALL, INSTALL, AUTHORISE])), 'callsOutOfOrder'],
  ['no key', serve(numberCalls([INSTALL])), 'noAuthorisation'],
  ['no calls', serve([]), 'noAuthorisation'],
  ['a hash of another call', serve([{ ...INSTALL, hash: AUTHORISE.hash }, AUTHORISE]), 'hashMismatch'],
  ['a hash for another chain', serve([{ ...INSTALL, hash: hashOf(INSTALL, 1) }, AUTHORISE]), 'hashMismatch'],
  ['a hash with a value', serve([{ ...INSTALL, hash: hashOf(INSTALL, CHAIN_ID, 1n) }, AUTHORISE]), 'hashMismatch'],
  [
    'a hash for a refund receiver',
    serve([hashWithGas(INSTALL, { refundReceiver: STRANGER }), AUTHORISE]),
    'hashMismatch',
  ],
  ['a nonce twice', serve([INSTALL, rehash({ ...AUTHORISE, nonce: INSTALL.nonce })]), 'unexpectedNonce'],
  [
    'a nonce that is missing',
    serve([INSTALL, rehash({ ...AUTHORISE, nonce: AUTHORISE.nonce + 1 })]),
    'unexpectedNonce',
  ],
  [
    'a DELEGATECALL of the handler',
    serve(numberCalls([INSTALL, { ...AUTHORISE, operation: 1 }])),
    'unknownBatchContract',
  ],
  ['a batch at an unknown contract', serve(batchOf([INSTALL, AUTHORISE], STRANGER)), 'unknownBatchContract'],
  [
    'a batch with an inner DELEGATECALL',
    serve(editBatch([INSTALL, AUTHORISE], (packed) => `01${packed.slice(2)}`)),
    'delegatecall',
  ],
  [
    'a batch with an inner value',
    serve(editBatch([INSTALL, AUTHORISE], (packed) => `${packed.slice(0, 105)}1${packed.slice(106)}`)),
    'sendsValue',
  ],
  [
    'a batch with a byte after its last call',
    serve(editBatch([INSTALL, AUTHORISE], (packed) => `${packed}00`)),
    'malformedBatch',
  ],
];

it('would sign the genuine calls, one by one or as a batch, with and without a handler', () => {
  for (const setup of ['calls', 'multisend'] as const) {
    for (const hasHandler of [false, true]) expect(findReason(prepare(setup, hasHandler))).toBeNull();
  }
});

it.each(MUTATIONS)('refuses %s', (_title, served, reason) => {
  expect(findReason(served)).toBe(reason);
});

it.each(FOREIGN)('refuses %s beside the genuine calls, alone and in a batch', (_title, call, reason) => {
  expect(findReason(serve(numberCalls([INSTALL, AUTHORISE, call])))).toBe(reason);
  expect(findReason(serve(numberCalls([call, INSTALL, AUTHORISE])))).toBe(reason);
  expect(findReason(serve(batchOf([INSTALL, AUTHORISE, call])))).toBe(reason);
});
