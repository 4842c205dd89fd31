/** Mutations of a served set-up: each is refused, with its own reason, before anything is signed. */
import { describe, expect, it } from 'vitest';
import { openWallet } from '#main/wallet/wallet.ts';
import { WalletError } from '#main/wallet/walletError.ts';
import {
  CHAIN_ID,
  CONDITIONAL_TOKENS,
  DOMAIN_NAME,
  EXCHANGE,
  encodeBatch,
  MULTI_SEND,
  ORACLE,
  SESSION_HANDLER,
  USDC,
} from '#paper/server/chain/chain.ts';
import { encodeWallet } from '#paper/server/members/wallet.ts';
import { parseAddress } from '#shared/units/ids.ts';
import { openTestRelays } from '#test/unit/main/wallet/testRelays.ts';
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
  NONCE,
  numberCalls,
  OWNER,
  rehash,
  SAFE,
  SETUP_CALLS,
  type ServedCall,
  STRANGER,
  ZERO,
} from './servedCalls.ts';

const [APPROVE, , SHARES] = SETUP_CALLS;
const CORE = { faults: { hasOtherDomain: () => false } } as unknown as Parameters<typeof encodeWallet>[1];

/** The configuration as the embedded exchange serves it, with these calls or its own. */
function serve(calls?: readonly ServedCall[], change: Json = {}): Json {
  const record = structuredClone(encodeWallet(makeMember('calls'), CORE));
  return { ...record, ...(calls ? { safe_setup: { ready: false, calls } } : {}), ...change };
}
const all = (edit: (calls: ServedCall[]) => ServedCall[]): ServedCall[] => edit(structuredClone([...SETUP_CALLS]));
/** The first call changed, with the right hash of the result. */
const first = (change: Partial<ServedCall>): ServedCall[] =>
  all(([call, ...rest]) => [rehash({ ...call!, ...change }), ...rest]);

/** Why the wallet signs nothing of this configuration after it read the genuine one; null when it would sign. */
async function findSetupReason(served: Json): Promise<string | null> {
  let answer: Json = serve();
  const wallet = openWallet({
    fetchWallet: async () => parseWallet(answer),
    relays: openTestRelays({
      relay: () => Promise.reject(new Error('Expected no relay')),
      readRecord: () => Promise.reject(new Error('Expected no read')),
    }).queue,
    signSafeTxs: () => Promise.reject(new Error('Expected no signature')),
    owner: () => parseAddress(OWNER),
    wait: async () => {},
    allowedMultiSends: [parseAddress(MULTI_SEND)],
  });
  await wallet.read();
  answer = served;
  try {
    const view = await wallet.read();
    wallet.planSetup(view.calls.map(({ hash }) => hash));
    return null;
  } catch (error) {
    if (error instanceof WireError) return 'unreadable';
    if (!(error instanceof WalletError)) throw error;
    const { coded } = error;
    if (coded.code === 'WALLET_CHANGED') return coded.parameters.changes.map(({ code }) => code).join(' ');
    return coded.parameters.code === 'callRefused' ? coded.parameters.parameters.refusal.code : coded.parameters.code;
  }
}

/** Calls that a set-up never needs, each refused alone, after the genuine calls and as the last of a batch. */
const FOREIGN: readonly [string, string, string, string][] = [
  ['an allowance for a stranger', USDC, encode('approve(address,uint256)', [STRANGER, 1n]), 'otherSpender'],
  ['an allowance for the owner', USDC, encode('approve(address,uint256)', [OWNER, 1n]), 'otherSpender'],
  ['an allowance for the wallet', USDC, encode('approve(address,uint256)', [SAFE, 1n]), 'otherSpender'],
  ['an allowance of another token', ORACLE, APPROVE.data, 'otherToken'],
  ['an allowance of the exchange', EXCHANGE, APPROVE.data, 'otherToken'],
  ['a larger allowance', USDC, encode('increaseAllowance(address,uint256)', [EXCHANGE, 1n]), 'notSetup'],
  ['an allowance of 0', USDC, encode('approve(address,uint256)', [EXCHANGE, 0n]), 'revokesAllowance'],
  [
    'revoked shares',
    CONDITIONAL_TOKENS,
    encode('setApprovalForAll(address,bool)', [EXCHANGE, false]),
    'revokesAllowance',
  ],
  [
    'shares for a stranger',
    CONDITIONAL_TOKENS,
    encode('setApprovalForAll(address,bool)', [STRANGER, true]),
    'otherSpender',
  ],
  [
    'shares for the conditional tokens',
    CONDITIONAL_TOKENS,
    encode('setApprovalForAll(address,bool)', [CONDITIONAL_TOKENS, true]),
    'otherSpender',
  ],
  ['shares of another contract', ORACLE, SHARES.data, 'otherToken'],
  ['shares of the collateral', USDC, SHARES.data, 'otherToken'],
  ['a transfer', USDC, encode('transfer(address,uint256)', [STRANGER, 1n]), 'movesFunds'],
  ['a transfer to the owner', USDC, encode('transfer(address,uint256)', [OWNER, 1n]), 'movesFunds'],
  [
    'a transfer from the wallet',
    USDC,
    encode('transferFrom(address,address,uint256)', [SAFE, STRANGER, 1n]),
    'movesFunds',
  ],
  [
    'a transfer of shares',
    CONDITIONAL_TOKENS,
    encode('safeTransferFrom(address,address,uint256,uint256,bytes)', [SAFE, STRANGER, 1n, 1n, '0x']),
    'movesFunds',
  ],
  [
    'a batch transfer of shares',
    CONDITIONAL_TOKENS,
    encode('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', [SAFE, STRANGER, [1n], [1n], '0x']),
    'movesFunds',
  ],
  [
    'a redemption',
    CONDITIONAL_TOKENS,
    encode('redeemPositions(address,bytes32,bytes32,uint256[])', [
      USDC,
      `0x${'0'.repeat(64)}`,
      `0x${'7'.repeat(64)}`,
      [1n, 2n],
    ]),
    'notSetup',
  ],
  ['another owner', SAFE, encode('addOwnerWithThreshold(address,uint256)', [STRANGER, 1n]), 'changesOwners'],
  [
    'an owner replaced',
    SAFE,
    encode('swapOwner(address,address,address)', [STRANGER, OWNER, STRANGER]),
    'changesOwners',
  ],
  ['an owner removed', SAFE, encode('removeOwner(address,address,uint256)', [STRANGER, OWNER, 1n]), 'changesOwners'],
  ['another threshold', SAFE, encode('changeThreshold(uint256)', [2n]), 'changesOwners'],
  ['a module', SAFE, encode('enableModule(address)', [STRANGER]), 'changesModules'],
  ['a module removed', SAFE, encode('disableModule(address,address)', [STRANGER, STRANGER]), 'changesModules'],
  ['a guard', SAFE, encode('setGuard(address)', [STRANGER]), 'changesGuard'],
  ['no guard', SAFE, encode('setGuard(address)', [ZERO]), 'changesGuard'],
  ['a guard of modules', SAFE, encode('setModuleGuard(address)', [STRANGER]), 'changesGuard'],
  ['a handler', SAFE, encode('setFallbackHandler(address)', [SESSION_HANDLER]), 'changesHandler'],
  [
    'a verifier of a domain',
    SAFE,
    encode('setDomainVerifier(bytes32,address)', [`0x${'1'.repeat(64)}`, STRANGER]),
    'changesHandler',
  ],
  ['an approved hash', SAFE, encode('approveHash(bytes32)', [`0x${'1'.repeat(64)}`]), 'approvesTransaction'],
  [
    'a transaction of the wallet itself',
    SAFE,
    encode('execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)', [
      USDC,
      0n,
      '0x',
      0,
      0n,
      0n,
      0n,
      ZERO,
      ZERO,
      '0x',
    ]),
    'approvesTransaction',
  ],
  [
    'a transaction of a module',
    SAFE,
    encode('execTransactionFromModule(address,uint256,bytes,uint8)', [USDC, 0n, '0x', 0]),
    'unknownFunction',
  ],
  ['a call of the wallet without data', SAFE, '0x', 'unknownFunction'],
  ['a new singleton', SAFE, encode('changeMasterCopy(address)', [STRANGER]), 'unknownFunction'],
  [
    'a permit of the collateral',
    USDC,
    encode('permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', [
      SAFE,
      STRANGER,
      1n,
      1n,
      27,
      `0x${'1'.repeat(64)}`,
      `0x${'1'.repeat(64)}`,
    ]),
    'unknownFunction',
  ],
  ['a batch of calls', MULTI_SEND, encodeBatch([APPROVE]).data, 'nestedBatch'],
  ['an allowance with a trailing byte', USDC, `${APPROVE.data}00`, 'malformedArguments'],
  ['an allowance without its last byte', USDC, APPROVE.data.slice(0, -2), 'malformedArguments'],
  ['an allowance with a dirty address', USDC, APPROVE.data.replace('0x095ea7b30', '0x095ea7b3f'), 'malformedArguments'],
  ['shares with a dirty truth', CONDITIONAL_TOKENS, `${SHARES.data.slice(0, -1)}3`, 'malformedArguments'],
];

/** One thing changed in the configuration or in a call of it. */
const SETUP: readonly [string, Json, string][] = [
  ['a hash of another call', serve(all(([a, b, c]) => [{ ...a!, hash: b!.hash }, b!, c!])), 'hashMismatch'],
  ['a hash of zeros', serve(all(([a, ...rest]) => [{ ...a!, hash: `0x${'0'.repeat(64)}` }, ...rest])), 'hashMismatch'],
  ['a hash for another chain', serve(all(([a, ...rest]) => [{ ...a!, hash: hashOf(a!, 1) }, ...rest])), 'hashMismatch'],
  [
    'a hash with a value',
    serve(all(([a, ...rest]) => [{ ...a!, hash: hashOf(a!, CHAIN_ID, 1n) }, ...rest])),
    'hashMismatch',
  ],
  [
    'a hash for another nonce',
    serve(all(([a, ...rest]) => [{ ...a!, hash: hashOf({ ...a!, nonce: 9 }) }, ...rest])),
    'hashMismatch',
  ],
  [
    'a hash as DELEGATECALL',
    serve(all(([a, ...rest]) => [{ ...a!, hash: hashOf({ ...a!, operation: 1 }) }, ...rest])),
    'hashMismatch',
  ],
  ['data that the hash does not cover', serve(all(([a, b, c]) => [{ ...a!, data: b!.data }, b!, c!])), 'hashMismatch'],
  [
    'a target that the hash does not cover',
    serve(all(([a, ...rest]) => [{ ...a!, to: EXCHANGE }, ...rest])),
    'hashMismatch',
  ],
  [
    'a hash for a gas token',
    serve(all(([a, ...rest]) => [hashWithGas(a!, { gasToken: USDC, gasPrice: 1n }), ...rest])),
    'hashMismatch',
  ],
  [
    'a hash for a refund receiver',
    serve(all(([a, ...rest]) => [hashWithGas(a!, { refundReceiver: STRANGER }), ...rest])),
    'hashMismatch',
  ],
  [
    'a hash with gas',
    serve(all(([a, ...rest]) => [hashWithGas(a!, { safeTxGas: 100_000n }), ...rest])),
    'hashMismatch',
  ],
  ['a short hash', serve(all(([a, ...rest]) => [{ ...a!, hash: a!.hash.slice(0, -2) }, ...rest])), 'unreadable'],
  ['no hash', serve(all(([a, ...rest]) => [{ ...a!, hash: undefined as never }, ...rest])), 'unreadable'],
  ['a nonce that is missing', serve(all(([a, , c]) => [a!, c!])), 'unexpectedNonce'],
  ['calls that begin before the next nonce', serve(undefined, { safe_nonce: NONCE + 1 }), 'unexpectedNonce'],
  ['calls that begin after the next nonce', serve(undefined, { safe_nonce: NONCE - 1 }), 'unexpectedNonce'],
  ['a wallet of two signatures', serve(undefined, { safe_threshold: 2 }), 'moreOwners'],
  ['a nonce twice', serve(all(([a, b, c]) => [a!, rehash({ ...b!, nonce: NONCE }), c!])), 'unexpectedNonce'],
  ['a far nonce', serve(all(([a, b, c]) => [a!, b!, rehash({ ...c!, nonce: NONCE + 100 })])), 'unexpectedNonce'],
  ['a negative nonce', serve(all(([a, ...rest]) => [{ ...a!, nonce: -1 }, ...rest])), 'unreadable'],
  ['a fraction as nonce', serve(all(([a, ...rest]) => [{ ...a!, nonce: 4.5 }, ...rest])), 'unreadable'],
  [
    'the same call twice',
    serve(all((calls) => [...calls, rehash({ ...calls[0]!, nonce: NONCE + 3 })])),
    'repeatedCall',
  ],
  ['the same entry twice', serve(all((calls) => [...calls, calls[0]!])), 'unexpectedNonce'],
  ['a third operation', serve(all(([a, ...rest]) => [{ ...a!, operation: 2 }, ...rest])), 'unreadable'],
  ['a fraction as operation', serve(all(([a, ...rest]) => [{ ...a!, operation: 0.5 }, ...rest])), 'unreadable'],
  ['a DELEGATECALL to the collateral', serve(first({ operation: 1 })), 'unknownBatchContract'],
  ['a DELEGATECALL to a stranger', serve(first({ operation: 1, to: STRANGER })), 'unknownBatchContract'],
  ['a DELEGATECALL to the wallet', serve(first({ operation: 1, to: SAFE })), 'unknownBatchContract'],
  ['a batch at an unknown contract', serve(batchOf([APPROVE], STRANGER)), 'unknownBatchContract'],
  ['a batch as CALL', serve(numberCalls([{ ...encodeBatch([APPROVE]), operation: 0 }])), 'nestedBatch'],
  ['an empty batch', serve(batchOf([])), 'malformedBatch'],
  ['no batch at the batch contract', serve(first({ operation: 1, to: MULTI_SEND })), 'malformedBatch'],
  [
    'a batch with a trailing byte',
    serve(numberCalls([{ ...encodeBatch([APPROVE]), data: `${encodeBatch([APPROVE]).data}00` }])),
    'malformedBatch',
  ],
  [
    'a batch with a byte after its last call',
    serve(editBatch(SETUP_CALLS, (packed) => `${packed}00`)),
    'malformedBatch',
  ],
  ['a batch that ends inside a call', serve(editBatch(SETUP_CALLS, (packed) => packed.slice(0, -2))), 'malformedBatch'],
  [
    'a batch with a longer length inside',
    serve(editBatch(SETUP_CALLS, (packed) => packed.replace('00000044', '00000045'))),
    'malformedBatch',
  ],
  [
    'a batch with an inner DELEGATECALL',
    serve(editBatch(SETUP_CALLS, (packed) => `01${packed.slice(2)}`)),
    'delegatecall',
  ],
  [
    'a batch with an inner operation of 2',
    serve(editBatch(SETUP_CALLS, (packed) => `02${packed.slice(2)}`)),
    'delegatecall',
  ],
  [
    'a batch with an inner value',
    serve(editBatch(SETUP_CALLS, (packed) => `${packed.slice(0, 2 + 40 + 63)}1${packed.slice(2 + 40 + 64)}`)),
    'sendsValue',
  ],
  ['a batch with the same call twice', serve(batchOf([APPROVE, APPROVE])), 'repeatedCall'],
  [
    'a call again after its batch',
    serve([...batchOf([APPROVE]), rehash({ ...APPROVE, nonce: NONCE + 1, hash: '' })]),
    'repeatedCall',
  ],
  ['an unreadable target', serve(all(([a, ...rest]) => [{ ...a!, to: '0x1234' }, ...rest])), 'unreadable'],
  ['unreadable data', serve(all(([a, ...rest]) => [{ ...a!, data: '0x123' }, ...rest])), 'unreadable'],
  ['too many calls', serve(numberCalls(Array.from({ length: 33 }, () => APPROVE))), 'unreadable'],
  ['another chain', serve(undefined, { chain_id: 1 }), 'chain'],
  ['another wallet', serve(undefined, { proxy_address: STRANGER }), 'wallet'],
  ['another owner', serve(undefined, { owner_address: STRANGER }), 'owner'],
  ['another exchange', serve(undefined, { exchange_address: STRANGER }), 'exchangeContract'],
  ['other conditional tokens', serve(undefined, { conditional_tokens_address: STRANGER }), 'conditionalTokens'],
  ['another collateral', serve(undefined, { usdc_address: STRANGER }), 'usdcContract'],
  ['another signing domain', serve(undefined, { domain_name: `${DOMAIN_NAME} 2` }), 'signingDomain'],
  ['another kind of wallet', serve(undefined, { signature_type: 3 }), 'signatureType'],
  ['a status that nobody knows', serve(undefined, { safe_status: 'ready_soon' }), 'unknownStatus'],
  ['no calls', serve([]), 'nothingToSign'],
];

it('would sign the genuine calls, one by one or as a batch', async () => {
  expect(await findSetupReason(serve())).toBeNull();
  expect(await findSetupReason(serve(batchOf(SETUP_CALLS)))).toBeNull();
});

it.each(SETUP)('refuses %s', async (_title, served, reason) => {
  expect(await findSetupReason(served)).toBe(reason);
});

describe.each(FOREIGN)('%s', (_title, to, data, reason) => {
  const call = { to, data, operation: 0 } as const;

  it('is refused after the genuine calls, with the right hash', async () => {
    expect(await findSetupReason(serve(numberCalls([...SETUP_CALLS, call])))).toBe(reason);
  });

  it('is refused as the last call of a batch', async () => {
    expect(await findSetupReason(serve(batchOf([...SETUP_CALLS, call])))).toBe(reason);
  });
});
