/**
 * The served set-up calls, judged before a person sees them: nothing is signed that was not recomputed and understood.
 *
 * Errors      Never throws on data: every call carries its refusal, and one refused call refuses the set-up.
 * Source      protocol-facts §4, Checks before any served call is signed.
 */
import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account.ts';
import type { Address } from '#shared/units/ids.ts';
import { encodeHex } from '#wire/eip712/bytes.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/eip712/safeTx.ts';
import { describeEffect } from './effects.ts';
import { isKnownMultiSend } from './knownContracts.ts';
import { type InnerCall, parseMultiSend } from './multiSend.ts';
import { WalletError } from './walletError.ts';
import { checkRecord } from './walletRecord.ts';

export interface SetupRules {
  readonly owner: Address | null;
  /** MultiSend contracts of this profile beyond the published ones. */
  readonly allowedMultiSends: readonly Address[];
}

export function safeDomainOf(record: WalletRecord): SafeDomain {
  return { chainId: BigInt(record.chainId), safe: record.proxyAddress };
}

/** The calls in nonce order with their effects and refusals. */
export function evaluateSetupCalls(record: WalletRecord, rules: SetupRules): SetupCallView[] {
  const wallet = checkRecord(record, rules.owner);
  const calls = [...record.setupCalls].sort((a, b) => a.nonce - b.nonce);
  const first = calls[0]?.nonce ?? 0;
  return calls.map((call, index) => {
    const { inner, refusal } = unpackCall(call, record, rules);
    const effects = inner.map((each) => describeEffect(each, record));
    const reason =
      wallet ?? checkHash(call, record) ?? checkNonce(call, first + index) ?? refusal ?? firstRefusal(effects);
    return {
      hash: call.hash,
      nonce: call.nonce,
      operation: call.operation,
      effects,
      refusal: reason,
      progress: { at: 'waiting' },
    };
  });
}

/** A served hash is never signed unseen: reason when it is not the one of this call. */
export function checkHash(call: SetupCall, record: WalletRecord): string | null {
  const hash = encodeHex(hashSafeTx(buildRelayedTx(call), safeDomainOf(record)));
  return hash === call.hash ? null : 'The hash to sign is not the hash of this call: something other would be signed';
}

export function checkNonce(call: SetupCall, expected: number): string | null {
  if (!Number.isSafeInteger(call.nonce) || call.nonce < 0) return 'The call has no usable nonce';
  return call.nonce === expected
    ? null
    : `Expected nonce ${expected}, found ${call.nonce}: calls are missing or doubled`;
}

function firstRefusal(effects: readonly DecodedCall[]): string | null {
  return effects.find((effect) => effect.refusal !== null)?.refusal ?? null;
}

/** What a call does inside: itself, or every call of its batch; a batch that is not understood has none and a refusal. */
export function unpackCall(
  call: SetupCall,
  record: WalletRecord,
  rules: SetupRules,
): { readonly inner: readonly InnerCall[]; readonly refusal: string | null } {
  const own: InnerCall = { operation: call.operation, to: call.to, value: 0n, data: call.data };
  if (call.operation === 0) return { inner: [own], refusal: null };
  if (!isKnownMultiSend(call.to, record.chainId, rules.allowedMultiSends)) {
    return { inner: [own], refusal: 'The call would run unknown code as the wallet (DELEGATECALL)' };
  }
  try {
    return { inner: parseMultiSend(call.data), refusal: null };
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    return { inner: [], refusal: error.hint };
  }
}
