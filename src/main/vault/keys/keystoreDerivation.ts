/**
 * Keystore derivation: scrypt or PBKDF2 of a key file, in a worker thread that a signal ends.
 *
 * Invariants  One worker at a time: the next waits until the thread before it has ended. Never uses Node's thread pool, which
 *             serves name look-ups and the vault's own file. An ended derivation yields no key.
 * Errors      VaultError KDF_PARAMS when it takes too long or is beyond this computer, CANCELLED when the signal ends it.
 * Source      docs/security-coverage.md#keystore-derivation
 */
import { VaultError } from '../vaultError.ts';
import { type DerivationRequest, startDerivation } from './derivationThread.ts';

/** Resolves when the thread of the last derivation has ended. */
let last: Promise<unknown> = Promise.resolve();

/** Derives 32 bytes; `signal` ends it, by a time-out or by a person. */
export async function deriveKeystoreKey(request: DerivationRequest, signal: AbortSignal): Promise<Uint8Array> {
  const before = last;
  const started = Promise.withResolvers<Promise<unknown> | null>();
  last = before.then(() => started.promise);
  await Promise.race([before, waitForAbort(signal)]);
  if (signal.aborted) {
    started.resolve(null);
    throw endedError(signal);
  }
  const { key, ended } = startDerivation(request, { signal, beyondComputer, ended: () => endedError(signal) });
  started.resolve(ended);
  return key;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function endedError(signal: AbortSignal): VaultError {
  const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
  if (isTimeout) {
    return new VaultError({ code: 'KDF_PARAMS', parameters: { of: 'time' } }, 'Expected a key within the time limit');
  }
  return new VaultError(
    { code: 'CANCELLED', parameters: { reason: 'import' } },
    'Expected the import to go on, found it cancelled',
  );
}

function beyondComputer(): VaultError {
  return new VaultError(
    { code: 'KDF_PARAMS', parameters: { of: 'computer' } },
    'Expected key derivation that this computer supports',
  );
}
