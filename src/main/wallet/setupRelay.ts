/**
 * Relay of a signed setup: its calls go through the relay queue, and their entries are its progress.
 *
 * Invariants  All calls are stored before the first one is sent, so that a restart continues them.
 * Errors      WalletError SETUP_REFUSED at the first call that did not end well, or is late; an alarm of a read passes through.
 */
import type { SetupCallView } from '#shared/ipc/views.ts';
import type { RelayFailure } from '#shared/ipc/wallet/walletCodes.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { RELAY_FAILURES } from '#shared/text/wallet/walletRefusals.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import type { SignedCall } from './relayEntries.ts';
import { isOpen, type RelayEntry } from './relayLife.ts';
import type { RelayQueue } from './relayQueue.ts';
import { findCall } from './setupPlan.ts';
import { refuseSetup, type WalletError } from './walletError.ts';

type Progress = SetupCallView['progress'];
export type SetupRelays = Pick<RelayQueue, 'add' | 'settled' | 'entries' | 'onChange'>;

/** The calls of the plan as entries of the queue; throws when a signature covers another hash. */
export function buildSetupCalls(
  calls: readonly SetupCallView[],
  record: WalletRecord,
  signatures: ReadonlyMap<Hex32, Hex>,
  report: (hash: Hex32, step: Progress) => void,
): SignedCall[] {
  return calls.map(({ hash }) => {
    const { to, data, operation, nonce } = findCall(record, hash);
    const signature = signatures.get(hash);
    if (signature === undefined) {
      const failure: RelayFailure = { code: 'otherHashSigned', parameters: {} };
      report(hash, { at: 'failed', failure });
      throw failRelay(nonce, failure);
    }
    const { proxyAddress: wallet, chainId } = record;
    return { hash, wallet, chainId, call: { to, data, operation, nonce }, signature, action: null, lines: [] };
  });
}

/** Resolves when every call was executed. */
export async function relaySetup(
  calls: readonly SignedCall[],
  relays: SetupRelays,
  report: (hash: Hex32, step: Progress) => void,
): Promise<void> {
  const hashes = new Set(calls.map(({ hash }) => hash));
  const reported = new Map<Hex32, RelayEntry['at']>();
  const showProgress = (): void => {
    for (const entry of relays.entries()) {
      if (!hashes.has(entry.hash) || reported.get(entry.hash) === entry.at) continue;
      reported.set(entry.hash, entry.at);
      report(entry.hash, progressOf(entry));
    }
  };
  const stopListening = relays.onChange(showProgress);
  try {
    relays.add(calls);
    for (const { hash, call } of calls) {
      const entry = await relays.settled(hash);
      const failure = failureOf(entry);
      if (failure !== null) throw failRelay(call.nonce, failure);
    }
  } finally {
    stopListening();
  }
}

/** Progress of the setup calls that the queue has, by hash. */
export function readProgress({ entries }: Pick<SetupRelays, 'entries'>): ReadonlyMap<Hex32, Progress> {
  const open = entries().filter((entry) => entry.action === null && isOpen(entry));
  return new Map(open.map((entry) => [entry.hash, progressOf(entry)]));
}

function progressOf(entry: RelayEntry): Progress {
  switch (entry.at) {
    case 'signed':
    case 'dropped':
      return { at: 'waiting' };
    case 'sending':
    case 'relayed':
    case 'unknown':
      return { at: 'relayed' };
    case 'executed':
      return { at: 'done' };
    default:
      return { at: 'failed', failure: failureOf(entry)! };
  }
}

/** Null for an executed call; an open one is late. */
function failureOf({ at, reason }: RelayEntry): RelayFailure | null {
  if (at === 'executed') return null;
  if (at === 'refused') return { code: 'notRelayed', parameters: { reason: reason ?? 'no code' } };
  if (at === 'superseded' || at === 'dropped' || at === 'stopped') return { code: at, parameters: {} };
  return { code: at === 'notExecuted' ? 'notExecuted' : 'late', parameters: {} };
}

function failRelay(nonce: number, failure: RelayFailure): WalletError {
  return refuseSetup(
    { code: 'relayFailed', parameters: { nonce, failure } },
    `Expected setup call ${nonce} to be relayed: ${formatCoded(RELAY_FAILURES, failure)}`,
  );
}
