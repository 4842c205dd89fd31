/**
 * The served set-up calls, judged before a person sees them: nothing is signed that was not recomputed and understood.
 *
 * Errors      Never throws on data: every call carries its refusal, and one refused call refuses the set-up.
 * Source      protocol-facts §4, Checks before any served call is signed.
 */
import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account.ts';
import type { Address } from '#shared/units/ids.ts';
import { encodeHex } from '#wire/typed/bytes.ts';
import type { SafeDomain } from '#wire/typed/domain.ts';
import { buildRelayedTx, hashSafeTx } from '#wire/typed/safeTx.ts';
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
export function judgeSetupCalls(record: WalletRecord, rules: SetupRules): SetupCallView[] {
  const wallet = checkRecord(record, rules.owner);
  const calls = [...record.setupCalls].sort((a, b) => a.nonce - b.nonce);
  const first = calls[0]?.nonce ?? 0;
  return calls.map((call, index) => {
    const { effects, refusal } = decode(call, record, rules);
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

function checkHash(call: SetupCall, record: WalletRecord): string | null {
  const hash = encodeHex(hashSafeTx(buildRelayedTx(call), safeDomainOf(record)));
  return hash === call.hash ? null : 'The hash to sign is not the hash of this call: something other would be signed';
}

function checkNonce(call: SetupCall, expected: number): string | null {
  if (!Number.isSafeInteger(call.nonce) || call.nonce < 0) return 'The call has no usable nonce';
  return call.nonce === expected
    ? null
    : `Expected nonce ${expected}, found ${call.nonce}: calls are missing or doubled`;
}

function firstRefusal(effects: readonly DecodedCall[]): string | null {
  return effects.find((effect) => effect.refusal !== null)?.refusal ?? null;
}

function decode(
  call: SetupCall,
  record: WalletRecord,
  rules: SetupRules,
): { readonly effects: readonly DecodedCall[]; readonly refusal: string | null } {
  if (call.operation === 0) {
    const inner: InnerCall = { operation: 0, to: call.to, value: 0n, data: call.data };
    return { effects: [describeEffect(inner, record)], refusal: null };
  }
  if (!isKnownMultiSend(call.to, record.chainId, rules.allowedMultiSends)) {
    const effect = describeEffect({ operation: 1, to: call.to, value: 0n, data: call.data }, record);
    return { effects: [effect], refusal: 'The call would run unknown code as the wallet (DELEGATECALL)' };
  }
  try {
    const inner = parseMultiSend(call.data);
    return { effects: inner.map((each) => describeEffect(each, record)), refusal: null };
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    return { effects: [], refusal: error.hint };
  }
}
