/**
 * Derivation thread: one key derivation in a worker thread of its own.
 *
 * Shape       In the main thread it would stop books, windows and streams: BoringSSL, which Electron has, derives on the thread that
 *             calls it, also where Node's asynchronous function is called.
 * Errors      Rejects with the given errors: `beyondComputer` where the thread fails, `ended` when the signal ends it.
 * Source      docs/decisions/0038-first-start.md
 */
import { startPasswordThread } from './passwordThread.ts';

export type KeystoreKdf =
  | { readonly name: 'scrypt'; readonly n: number; readonly r: number; readonly p: number }
  | { readonly name: 'pbkdf2'; readonly c: number };

export interface DerivationRequest {
  readonly kdf: KeystoreKdf;
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
}

export interface DerivationEnd {
  /** Null: nothing ends the derivation. */
  readonly signal: AbortSignal | null;
  beyondComputer(): Error;
  ended(): Error;
}

export interface DerivationThread {
  readonly key: Promise<Uint8Array>;
  /** Settles when the thread has ended, whatever it did. */
  readonly ended: Promise<unknown>;
}

/** Beside this file in the sources; beside main's bundle in the build (electron.vite.config.ts). */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './keystoreWorker.ts' : './keystore.js', import.meta.url);

export function startDerivation(request: DerivationRequest, end: DerivationEnd): DerivationThread {
  const thread = startPasswordThread<Uint8Array>(WORKER, request, {
    signal: end.signal,
    failed: end.beyondComputer,
    ended: end.ended,
    drop: (key) => key.fill(0),
  });
  return { key: thread.answer, ended: thread.ended };
}
