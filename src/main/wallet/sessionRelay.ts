/**
 * Relay of the calls that authorise a session key: entries of the relay queue, and what they make of the authorisation.
 *
 * Invariants  An authorisation is confirmed by the execution of its last call alone. A call that did not end well removes none:
 *             the key may have an earlier one.
 */
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import type { SessionAuthorisation } from '#shared/order/wallet/sessionKeys.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import type { SignedCall } from './relayEntries.ts';
import { isOpen, type RelayEntry } from './relayLife.ts';

export function buildSessionCalls(
  calls: readonly SetupCall[],
  { proxyAddress: wallet, chainId }: WalletRecord,
  x: Hex32,
  signatures: readonly Hex[],
): readonly SignedCall[] {
  return calls.map(({ hash, to, data, operation, nonce }, index) => ({
    hash,
    wallet,
    chainId,
    call: { to, data, operation, nonce },
    signature: signatures[index]!,
    action: { kind: 'session', x },
    lines: [],
  }));
}

/** The entries of a key's calls. */
function listSessionEntries(entries: readonly RelayEntry[], x: Hex32): readonly RelayEntry[] {
  return entries.filter(({ action }) => action?.kind === 'session' && action.x === x);
}

export function isUnderWay(entries: readonly RelayEntry[], x: Hex32): boolean {
  return listSessionEntries(entries, x).some(isOpen);
}

/** The authorisation as the queue shows it: the same object when it shows nothing new. */
export function settleAuthorisation(
  known: SessionAuthorisation,
  entries: readonly RelayEntry[],
  x: Hex32,
): SessionAuthorisation {
  if (known.isConfirmed) return known;
  const isExecuted = listSessionEntries(entries, x).some(
    ({ at, wallet, call }) => at === 'executed' && wallet === known.wallet && call.nonce === known.lastNonce,
  );
  return isExecuted ? { ...known, isConfirmed: true } : known;
}
