/**
 * Setup plan: the calls that a person is asked about, frozen until they are signed.
 *
 * Invariants  A plan holds every listed call, each of them allowed and displayed; what is signed is built from the plan alone.
 * Errors      WalletError SETUP_REFUSED.
 * Source      docs/security-coverage.md#r43
 */
import { deepFreeze } from '#shared/base/deepFreeze.ts';
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { WALLET_REFUSALS } from '#shared/text/wallet/walletRefusals.ts';
import type { Hex32 } from '#shared/units/ids.ts';
import { refuseSetup } from './walletError.ts';

export interface SetupPlan {
  /** The configuration as it was read before the question. */
  readonly record: WalletRecord;
  readonly calls: readonly SetupCallView[];
  /** Account that the plan belongs to. */
  readonly epoch: number;
}

/** The plan of a read configuration; throws unless `hashes` has every listed call, and there is one. */
export function buildPlan(
  record: WalletRecord,
  calls: readonly SetupCallView[],
  hashes: readonly string[],
  epoch: number,
): SetupPlan {
  checkPlan(calls, record, hashes);
  if (calls.length === 0) {
    throw refuseSetup({ code: 'nothingToSign', parameters: {} }, 'Expected setup calls to sign, found none listed');
  }
  return deepFreeze(structuredClone({ record, calls, epoch }));
}

/** Throws unless the configuration still lists exactly the calls of the plan. */
export function checkUnchanged({ calls }: SetupPlan, record: WalletRecord): void {
  const listed = new Set<string>(record.setupCalls.map((call) => call.hash));
  if (listed.size === calls.length && calls.every((call) => listed.has(call.hash))) return;
  throw callsChanged();
}

function callsChanged() {
  return refuseSetup(
    { code: 'callsChanged', parameters: {} },
    'Expected the setup calls that were shown, found others',
  );
}

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
function checkPlan(plan: readonly SetupCallView[], record: WalletRecord, hashes: readonly string[]): void {
  if (findStatus(record) === 'unrecognised') {
    throw refuseSetup(
      { code: 'unknownStatus', parameters: {} },
      `Expected a known wallet status, found ${JSON.stringify(record.safeStatus)}`,
    );
  }
  for (const { nonce, refusal } of plan) {
    if (refusal === null) continue;
    const text = formatCoded(WALLET_REFUSALS, refusal);
    throw refuseSetup(
      { code: 'callRefused', parameters: { nonce, refusal } },
      `Expected setup call ${nonce} to be allowed: ${text}`,
    );
  }
  if (plan.some((call) => !hashes.includes(call.hash))) throw callsChanged();
}
