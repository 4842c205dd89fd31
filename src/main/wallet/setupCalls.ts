/**
 * Setup calls: recomputes, decodes and checks each served call before it is shown or signed.
 *
 * Errors      Never throws on data: each call has its own refusal, and one refused call refuses the setup.
 * Source      docs/assumptions.md#served-call-checks.
 */
import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import type { WalletRefusal } from '#shared/ipc/wallet/walletCodes.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import type { Address } from '#shared/units/ids.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';
import type { CallCodec } from './callCodec.ts';
import { describeEffect } from './effects.ts';
import { isKnownMultiSend } from './knownContracts.ts';
import { type InnerCall, parseMultiSend } from './multiSend.ts';
import { checkRecord } from './walletRecord.ts';

export interface SetupRules {
  readonly owner: Address | null;
  /** MultiSend contracts of this profile, beside the published ones. */
  readonly allowedMultiSends: readonly Address[];
}

export function safeDomainOf(record: WalletRecord): SafeDomain {
  return { chainId: BigInt(record.chainId), safe: record.proxyAddress };
}

/** The calls in nonce order, from the wallet's next nonce where the exchange states it, each with its effects and its refusal. */
export function evaluateSetupCalls(record: WalletRecord, rules: SetupRules, codec: CallCodec): SetupCallView[] {
  const walletRefusal = checkRecord(record, rules.owner);
  const calls = [...record.setupCalls].sort((a, b) => a.nonce - b.nonce);
  const firstNonce = record.nextNonce ?? calls[0]?.nonce ?? 0;
  const listed = new Set<string>();
  return calls.map((call, index) => {
    const { inner, refusal } = unpackCall(call, record, rules, codec);
    const repeated = findRepeated(inner, listed);
    const effects = inner.map((each) => describeEffect(each, record, codec));
    return {
      hash: call.hash,
      nonce: call.nonce,
      operation: call.operation,
      effects,
      refusal:
        walletRefusal ??
        checkHash(call, record) ??
        checkNonce(call, firstNonce + index) ??
        refusal ??
        findFirstRefusal(effects) ??
        repeated,
      progress: { at: 'waiting' },
    };
  });
}

/** Refuses a served hash that is not the hash of the served call. */
export function checkHash(call: SetupCall, record: WalletRecord): WalletRefusal | null {
  const hash = encodeHex(hashSafeTx(buildRelayedTx(call), safeDomainOf(record)));
  return hash === call.hash ? null : { code: 'hashMismatch', parameters: {} };
}

export function checkNonce({ nonce }: SetupCall, expected: number): WalletRefusal | null {
  if (!Number.isSafeInteger(nonce) || nonce < 0) return { code: 'invalidNonce', parameters: {} };
  return nonce === expected ? null : { code: 'unexpectedNonce', parameters: { expected, found: nonce } };
}

function findFirstRefusal(effects: readonly DecodedCall[]): WalletRefusal | null {
  return effects.find((effect) => effect.refusal !== null)?.refusal ?? null;
}

/** Adds the calls to those that are listed; refuses one that is listed already. */
function findRepeated(inner: readonly InnerCall[], listed: Set<string>): WalletRefusal | null {
  let refusal: WalletRefusal | null = null;
  for (const { to, data } of inner) {
    const key = `${to} ${data}`;
    if (listed.has(key)) refusal = { code: 'repeatedCall', parameters: {} };
    listed.add(key);
  }
  return refusal;
}

/** The call itself, or every call of its batch; a malformed batch has none and a refusal. */
export function unpackCall(
  call: SetupCall,
  record: WalletRecord,
  rules: SetupRules,
  codec: CallCodec,
): { readonly inner: readonly InnerCall[]; readonly refusal: WalletRefusal | null } {
  const own: InnerCall = { operation: call.operation, to: call.to, value: 0n, data: call.data };
  if (call.operation === 0) return { inner: [own], refusal: null };
  if (!isKnownMultiSend(call.to, record.chainId, rules.allowedMultiSends)) {
    return { inner: [own], refusal: { code: 'unknownBatchContract', parameters: {} } };
  }
  const batch = parseMultiSend(call.data, codec);
  if (batch.at === 'calls') return { inner: batch.calls, refusal: null };
  return { inner: [], refusal: { code: 'malformedBatch', parameters: { fault: batch.fault } } };
}
