/**
 * The calls that would let a session key sign orders, judged before anybody could sign them.
 *
 * Invariants  Every hash is recomputed, the wallet is ours, nonces rise by one. Allowed are exactly, in this order and once each:
 *             the pinned handler installed in our wallet, the pinned authoriser named for the exchange's own signing domain,
 *             and one call of three words to that authoriser: x, y and expiry as they were asked for and granted.
 * Errors      Never throws on data: refusals are sentences for a person.
 * Source      protocol-facts §4, Checks, rules 1 to 5, and §5; docs/assumptions.md#session-key-grant.
 */
import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import type { WalletRecord } from '#shared/order/account.ts';
import type { Address } from '#shared/units/ids.ts';
import { readUint, WORD } from '#wire/eip712/abiWord.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import { encodeHex, parseBytes } from '#wire/eip712/bytes.ts';
import { hashExchangeDomain } from '#wire/eip712/domain.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import { parseCallData } from './callData.ts';
import { describeEffect } from './effects.ts';
import type { InnerCall } from './multiSend.ts';
import { checkHash, checkNonce, type SetupRules, unpackCall } from './setupCalls.ts';
import { checkRecord } from './walletRecord.ts';

export interface SessionRules extends SetupRules {
  /** The handler that a person agreed to; null: none yet, so nothing is allowed. */
  readonly handler: Address | null;
  /** The contract that keeps the key, where it is not the handler itself. */
  readonly verifier: Address | null;
  readonly domainVersion: string;
  /** The exchange's clock, Unix ms. */
  readonly exchangeTimeMs: number;
}

export interface SessionEvaluation {
  /** In nonce order, each with its own refusal. */
  readonly calls: readonly SetupCallView[];
  /** Why none of it may be signed, or null. */
  readonly refusal: string | null;
  /** Another handler answers for the wallet afterwards: an owner signature must be checked before the next order. */
  readonly changesHandler: boolean;
}

type Kind = 'install' | 'name' | 'authorise';
const ORDER: readonly Kind[] = ['install', 'name', 'authorise'];

export function evaluateSessionCalls(
  grant: SessionKeyGrant,
  asked: SessionKeyRequest,
  record: WalletRecord,
  rules: SessionRules,
): SessionEvaluation {
  const calls = [...grant.calls].sort((a, b) => a.nonce - b.nonce);
  const first = calls[0]?.nonce ?? 0;
  const kinds: Kind[] = [];
  const views = calls.map((call, index): SetupCallView => {
    const { inner, refusal } = unpackCall(call, record, rules);
    const effects = inner.map((each) => judgeEffect(each, grant, asked, record, rules, kinds));
    const own = effects.find((effect) => effect.refusal !== null)?.refusal ?? null;
    return {
      hash: call.hash,
      nonce: call.nonce,
      operation: call.operation,
      effects,
      refusal: checkHash(call, record) ?? checkNonce(call, first + index) ?? refusal ?? own,
      progress: { at: 'waiting' },
    };
  });
  return {
    calls: views,
    refusal:
      checkRecord(record, rules.owner) ??
      checkGrant(grant, asked, record, rules) ??
      views.find((view) => view.refusal !== null)?.refusal ??
      checkWhole(kinds, grant),
    changesHandler: kinds.includes('install'),
  };
}

function checkGrant(
  grant: SessionKeyGrant,
  asked: SessionKeyRequest,
  record: WalletRecord,
  rules: SessionRules,
): string | null {
  if (grant.safe !== record.proxyAddress) return 'The answer is about another wallet than yours';
  if (rules.handler === null) return 'Agree to the address of the handler first: it decides which signatures are yours';
  if (asked.expiresAt !== null && grant.expiresAt > asked.expiresAt)
    return 'The key would live longer than was asked for';
  return grant.expiresAt * 1000 > rules.exchangeTimeMs ? null : 'The key would have expired already';
}

/** What the calls do together: once each, in an order that works, and with a key at the end of it. */
function checkWhole(kinds: readonly Kind[], grant: SessionKeyGrant): string | null {
  const places = kinds.map((kind) => ORDER.indexOf(kind));
  if (places.some((place, index) => index > 0 && place <= places[index - 1]!)) {
    return 'The calls are doubled or in an order that can not be meant';
  }
  if (!kinds.includes('authorise')) return 'No call authorises the key that was asked for';
  if (grant.handlerInstalled !== kinds.includes('install')) return null;
  return grant.handlerInstalled
    ? 'The handler is said to be installed, and would be installed again'
    : 'The handler is said to be missing, and no call installs it';
}

function judgeEffect(
  call: InnerCall,
  grant: SessionKeyGrant,
  asked: SessionKeyRequest,
  record: WalletRecord,
  rules: SessionRules,
  kinds: Kind[],
): DecodedCall {
  const plain = describeEffect(call, record);
  const refuse = (refusal: string): DecodedCall => ({ ...plain, allowed: false, refusal });
  const allow = (kind: Kind, sentence: string): DecodedCall => {
    kinds.push(kind);
    return { ...plain, sentence, allowed: true, refusal: null };
  };
  if (call.operation !== 0 || call.value !== 0n) return refuse(plain.refusal ?? 'A session key needs no coins');
  if (rules.handler === null) return refuse('No handler was agreed to');
  const { signature, arguments: values } = parseCallData(call.data);
  const authoriser = rules.verifier ?? rules.handler;
  if (call.to === record.proxyAddress && signature === 'setFallbackHandler(address)') {
    if (values?.[0] !== rules.handler) return refuse('The handler is not the one that was agreed to');
    return allow(
      'install',
      `Lets ${formatAddress(rules.handler)} answer for your wallet, also whether its signatures are valid`,
    );
  }
  if (call.to === record.proxyAddress && signature === 'setDomainVerifier(bytes32,address)') {
    const separator = encodeHex(
      hashExchangeDomain({
        name: record.domainName,
        version: rules.domainVersion,
        chainId: BigInt(record.chainId),
        verifyingContract: record.exchangeAddress,
      }),
    );
    if (values?.[0] !== separator) return refuse('The signing domain is not that of the exchange’s orders');
    if (values[1] !== rules.verifier) return refuse('The verifier is not the one that was agreed to');
    return allow('name', `Lets ${formatAddress(rules.verifier)} decide which orders of your wallet are signed`);
  }
  if (call.to !== authoriser) return refuse(plain.refusal ?? 'A session key needs no allowance');
  const refusal = checkKey(call, grant, asked);
  if (refusal !== null) return refuse(refusal);
  const until = new Date(grant.expiresAt * 1000).toISOString();
  return allow('authorise', `Lets the session key ${asked.x.slice(0, 10)}… sign orders of your wallet until ${until}`);
}

/** A selector and three words: x, y and expiry. Any other layout is not shown and not understood. */
function checkKey(call: InnerCall, grant: SessionKeyGrant, asked: SessionKeyRequest): string | null {
  const bytes = parseBytes(call.data);
  if (bytes.length !== 4 + 3 * WORD) return 'Adyton does not understand how this call authorises a key';
  const [x, y, expiry] = [0, 1, 2].map((at) => readUint(bytes, 4 + at * WORD));
  if (x !== BigInt(asked.x) || y !== BigInt(asked.y)) return 'The call authorises another key than the one asked for';
  return expiry === BigInt(grant.expiresAt) ? null : 'The call authorises the key for another time than was granted';
}
