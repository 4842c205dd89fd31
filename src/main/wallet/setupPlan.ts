/**
 * Set-up plan: which calls remain, and whether they may be signed now.
 *
 * Errors      WalletError SETUP_REFUSED.
 */
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { WALLET_REFUSALS } from '#shared/text/walletRefusals.ts';
import type { Hex32 } from '#shared/units/ids.ts';
import { refuseSetup } from './walletError.ts';

export function findCall(record: WalletRecord, hash: Hex32): SetupCall {
  const call = record.setupCalls.find((listed) => listed.hash === hash);
  if (!call) throw refuseSetup({ code: 'callMissing', parameters: {} }, 'Expected the call that was shown, found none');
  return call;
}

export function findStatus(record: WalletRecord): SetupView['status'] {
  if (record.safeStatus === 'ready') return record.setupReady ? 'ready' : 'setup_required';
  return record.safeStatus === 'setup_required' ? 'setup_required' : 'unrecognised';
}

/** Throws unless every listed call is allowed and was shown to the user. */
export function checkPlan(plan: readonly SetupCallView[], record: WalletRecord, hashes: readonly string[]): void {
  if (findStatus(record) === 'unrecognised') {
    throw refuseSetup({ code: 'unknownStatus', parameters: {} }, 'Expected a known wallet status');
  }
  for (const { nonce, refusal } of plan) {
    if (refusal === null) continue;
    const text = formatCoded(WALLET_REFUSALS, refusal);
    throw refuseSetup(
      { code: 'callRefused', parameters: { nonce, refusal } },
      `Expected set-up call ${nonce} to be allowed: ${text}`,
    );
  }
  if (plan.some((call) => !hashes.includes(call.hash))) {
    throw refuseSetup(
      { code: 'callsChanged', parameters: {} },
      'Expected the set-up calls that were shown, found others',
    );
  }
}
