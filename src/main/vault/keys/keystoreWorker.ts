/**
 * Derivation worker: derives one key from a password, in a thread of its own.
 *
 * Source      docs/security-coverage.md#keystore-derivation
 */
import { pbkdf2Sync, scryptSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { scrypt } from '@noble/hashes/scrypt.js';
import type { DerivationRequest } from './derivationThread.ts';

const KEY_BYTES = 32;
const MEBI = 2 ** 20;

function derive({ kdf, password, salt }: DerivationRequest): Uint8Array {
  if (kdf.name === 'pbkdf2') return new Uint8Array(pbkdf2Sync(password, salt, kdf.c, KEY_BYTES, 'sha256'));
  const { n, r, p } = kdf;
  const maxmem = 128 * n * r + 128 * r * p + MEBI;
  // OpenSSL and BoringSSL refuse N ≥ 2^(16r), which the format's own vectors use.
  if (n >= 2 ** (16 * r)) return scrypt(password, salt, { N: n, r, p, dkLen: KEY_BYTES, maxmem });
  return new Uint8Array(scryptSync(password, salt, KEY_BYTES, { N: n, r, p, maxmem }));
}

const request = workerData as DerivationRequest;
try {
  const key = derive(request);
  parentPort?.postMessage(key, [key.buffer as ArrayBuffer]);
} finally {
  request.password.fill(0);
}
