/**
 * Set-up plan: which calls remain, and whether they may be signed now.
 *
 * Errors      WalletError with a hint for the user.
 */
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { WALLET_REFUSALS } from '#shared/text/walletRefusals.ts';
import type { Hex32 } from '#shared/units/ids.ts';
import { WalletError } from './walletError.ts';

export function findCall(record: WalletRecord, hash: Hex32): SetupCall {
  const call = record.setupCalls.find((listed) => listed.hash === hash);
  if (!call) throw new WalletError('Expected the call that was shown, found none');
  return call;
}

export function findStatus(record: WalletRecord): SetupView['status'] {
  if (record.safeStatus === 'ready') return record.setupReady ? 'ready' : 'setup_required';
  return record.safeStatus === 'setup_required' ? 'setup_required' : 'unrecognised';
}

/** Throws unless every listed call is allowed and was shown to the user. */
export function checkPlan(plan: readonly SetupCallView[], record: WalletRecord, hashes: readonly string[]): void {
  if (findStatus(record) === 'unrecognised') {
    throw new WalletError(
      'Expected a known wallet status',
      'The exchange reports a wallet status that Adyton does not know. Nothing was signed',
    );
  }
  for (const { nonce, refusal } of plan) {
    if (refusal === null) continue;
    const words = formatCoded(WALLET_REFUSALS, refusal);
    throw new WalletError(`Expected set-up call ${nonce} to be allowed: ${words}`, words);
  }
  if (plan.some((call) => !hashes.includes(call.hash))) {
    throw new WalletError(
      'Expected the set-up calls that were shown, found others',
      'The set-up calls are not the ones you reviewed: review them again. Nothing was signed',
    );
  }
}
