/**
 * Keystore derivation: scrypt or PBKDF2 of a key file, in a worker thread that a signal ends.
 *
 * Invariants  One worker at a time: the next waits until the thread before it has ended. Never uses Node's thread pool, which
 *             serves name look-ups and the vault's own file. An ended derivation yields no key.
 * Errors      VaultError KDF_PARAMS when it takes too long or is beyond this computer, CANCELLED when the signal ends it.
 * Source      docs/security-coverage.md#keystore-derivation
 */
import { Worker } from 'node:worker_threads';
import { VaultError } from '../vaultError.ts';

export type KeystoreKdf =
  | { readonly name: 'scrypt'; readonly n: number; readonly r: number; readonly p: number }
  | { readonly name: 'pbkdf2'; readonly c: number };

export interface DerivationRequest {
  readonly kdf: KeystoreKdf;
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
}

/** Beside this file in the sources; beside main's bundle in the build (electron.vite.config.ts). */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './keystoreWorker.ts' : './keystore.js', import.meta.url);

/** Resolves when the thread of the last derivation has ended. */
let last: Promise<unknown> = Promise.resolve();

/** Derives 32 bytes; `signal` ends it, by a time-out or by a person. */
export async function deriveKeystoreKey(request: DerivationRequest, signal: AbortSignal): Promise<Uint8Array> {
  const before = last;
  const started = Promise.withResolvers<Worker | null>();
  const ended = started.promise.then((worker) => worker && new Promise((resolve) => worker.once('exit', resolve)));
  last = before.then(() => ended);
  await Promise.race([before, waitForAbort(signal)]);
  if (signal.aborted) {
    started.resolve(null);
    throw endedError(signal);
  }
  const worker = startWorker(request);
  started.resolve(worker);
  return awaitKey(worker, signal);
}

function startWorker(request: DerivationRequest): Worker {
  // The worker gets a copy and zeroes it; main keeps no reference to that copy.
  const password = Uint8Array.from(request.password);
  return new Worker(WORKER, { workerData: { ...request, password }, transferList: [password.buffer] });
}

function awaitKey(worker: Worker, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const abort = (): void => {
      reject(endedError(signal));
      // A call of the crypto library runs to its end first; nothing waits for it but the next import.
      worker.unref();
      void worker.terminate();
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (key: Uint8Array) => {
      if (signal.aborted) key.fill(0);
      else resolve(key);
    });
    worker.once('error', () => reject(beyondComputer()));
    worker.once('exit', () => {
      signal.removeEventListener('abort', abort);
      reject(beyondComputer());
    });
  });
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
