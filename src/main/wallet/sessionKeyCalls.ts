/**
 * Session-key calls: checks the calls that authorise a session key before they are signed.
 *
 * Invariants  Every hash is recomputed, the wallet is ours, nonces rise by one. Allowed are exactly, in this order and once
 *             each: the pinned handler installed in our wallet, the pinned authoriser named for the exchange's signing
 *             domain, and one call of three words to that authoriser: x, y and expiry as requested and granted.
 * Errors      Never throws on data.
 * Source      docs/assumptions.md#served-call-checks, #session-key-grant.
 */
import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import type { WalletEffect, WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import { buildOrderDomain } from '#shared/order/orderDomain.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import { hashExchangeDomain } from '#wire/eip712/domain.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import type { CallCodec } from './callCodec.ts';
import { describeEffect } from './effects.ts';
import type { InnerCall } from './multiSend.ts';
import { checkHash, checkNonce, type SetupRules, unpackCall } from './setupCalls.ts';
import { checkRecord } from './walletRecord.ts';

export interface SessionRules extends SetupRules {
  /** The handler that the user confirmed; null allows nothing. */
  readonly handler: Address | null;
  /** The contract that stores the key, where it is not the handler itself. */
  readonly verifier: Address | null;
  readonly domainVersion: string;
  /** The exchange's clock, Unix ms. */
  readonly exchangeTimeMs: number;
}

export interface SessionEvaluation {
  /** In nonce order, each with its own refusal. */
  readonly calls: readonly SetupCallView[];
  /** Why none of the calls may be signed, or null. */
  readonly refusal: WalletRefusal | null;
  /** The calls replace the wallet's handler: check an owner signature before the next order. */
  readonly changesHandler: boolean;
}

type Step = 'install' | 'name' | 'authorise';
const STEPS: readonly Step[] = ['install', 'name', 'authorise'];

interface Context {
  readonly grant: SessionKeyGrant;
  readonly request: SessionKeyRequest;
  readonly record: WalletRecord;
  readonly rules: SessionRules;
  readonly codec: CallCodec;
}

export function evaluateSessionCalls(
  grant: SessionKeyGrant,
  request: SessionKeyRequest,
  record: WalletRecord,
  rules: SessionRules,
  codec: CallCodec,
): SessionEvaluation {
  const context: Context = { grant, request, record, rules, codec };
  const calls = [...grant.calls].sort((a, b) => a.nonce - b.nonce);
  const firstNonce = record.nextNonce ?? calls[0]?.nonce ?? 0;
  const steps: Step[] = [];
  const views = calls.map((call, index): SetupCallView => {
    const { inner, refusal } = unpackCall(call, record, rules, codec);
    const checked = inner.map((each) => checkEffect(each, context));
    for (const { step } of checked) if (step !== null) steps.push(step);
    const effects = checked.map(({ decoded }) => decoded);
    const effectRefusal = effects.find((effect) => effect.refusal !== null)?.refusal ?? null;
    return {
      hash: call.hash,
      nonce: call.nonce,
      operation: call.operation,
      effects,
      refusal: checkHash(call, record) ?? checkNonce(call, firstNonce + index) ?? refusal ?? effectRefusal,
      progress: { at: 'waiting' },
    };
  });
  return {
    calls: views,
    refusal:
      checkRecord(record, rules.owner) ??
      checkGrant(context) ??
      views.find((view) => view.refusal !== null)?.refusal ??
      checkSteps(steps, grant),
    changesHandler: steps.includes('install'),
  };
}

function checkGrant({ grant, request, record, rules }: Context): WalletRefusal | null {
  if (grant.safe !== record.proxyAddress) return refusalOf('otherWallet');
  if (rules.handler === null) return refusalOf('noPinnedHandler');
  if (request.expiresAt !== null && grant.expiresAt > request.expiresAt) return refusalOf('expiresTooLate');
  return grant.expiresAt * 1000 > rules.exchangeTimeMs ? null : refusalOf('alreadyExpired');
}

/** Each step at most once, in order, ending with the authorisation; the handler installed exactly when it is missing. */
function checkSteps(steps: readonly Step[], grant: SessionKeyGrant): WalletRefusal | null {
  const positions = steps.map((step) => STEPS.indexOf(step));
  if (positions.some((position, index) => index > 0 && position <= positions[index - 1]!)) {
    return refusalOf('callsOutOfOrder');
  }
  if (!steps.includes('authorise')) return refusalOf('noAuthorisation');
  if (grant.handlerInstalled !== steps.includes('install')) return null;
  return refusalOf(grant.handlerInstalled ? 'handlerInstalledTwice' : 'handlerNotInstalled');
}

interface CheckedEffect {
  readonly decoded: DecodedCall;
  /** Null when the effect is refused. */
  readonly step: Step | null;
}

function checkEffect(call: InnerCall, context: Context): CheckedEffect {
  const { record, rules, codec } = context;
  const plain = describeEffect(call, record, codec);
  const refuse = (refusal: WalletRefusal): CheckedEffect => ({
    decoded: { ...plain, refusal },
    step: null,
  });
  const allow = (step: Step, effect: WalletEffect = plain.effect): CheckedEffect => ({
    decoded: { ...plain, effect, refusal: null },
    step,
  });
  if (call.operation !== 0) return refuse(refusalOf('delegatecall'));
  if (call.value !== 0n) return refuse(refusalOf('sendsValue'));
  if (rules.handler === null) return refuse(refusalOf('noPinnedHandler'));
  const data = codec.parseCall(call.data);
  if (call.to === record.proxyAddress && data.at === 'decoded' && data.call.functionName === 'setFallbackHandler') {
    const [handler] = data.call.args;
    return parseAddress(handler) === rules.handler ? allow('install') : refuse(refusalOf('otherHandler'));
  }
  if (call.to === record.proxyAddress && data.at === 'decoded' && data.call.functionName === 'setDomainVerifier') {
    const [domain, verifier] = data.call.args;
    if (domain !== hashOrderDomain(context)) return refuse(refusalOf('otherDomain'));
    return parseAddress(verifier) === rules.verifier ? allow('name') : refuse(refusalOf('otherVerifier'));
  }
  if (call.to !== (rules.verifier ?? rules.handler)) return refuse(plain.refusal ?? refusalOf('sessionAllowance'));
  const refusal = checkKey(call, context);
  if (refusal !== null) return refuse(refusal);
  const until = formatIsoTime(context.grant.expiresAt * 1000);
  return allow('authorise', { code: 'authoriseSessionKey', parameters: { x: context.request.x, until } });
}

/** Separator of the domain in which the exchange's orders are signed. */
function hashOrderDomain({ record, rules }: Context): string {
  return encodeHex(hashExchangeDomain(buildOrderDomain(record, rules.domainVersion)));
}

/** Requires a selector and three words: x, y and expiry. The layout is not documented; any other is refused. */
function checkKey(call: InnerCall, { grant, request, codec }: Context): WalletRefusal | null {
  const words = codec.parseUints(call.data, 3);
  if (words === null) return refusalOf('unknownKeyLayout');
  const [x, y, expiry] = words;
  if (x !== BigInt(request.x) || y !== BigInt(request.y)) return refusalOf('otherKey');
  return expiry === BigInt(grant.expiresAt) ? null : refusalOf('otherExpiry');
}

/** A refusal without parameters. */
function refusalOf(
  code: Exclude<WalletRefusal['code'], 'unsupportedWalletType' | 'unexpectedNonce' | 'malformedBatch'>,
): WalletRefusal {
  return { code, parameters: {} } as WalletRefusal;
}
