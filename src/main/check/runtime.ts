/** What the checks use of the runtime, as the program uses it; a test replaces parts of it by broken ones. */
import * as crypto from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as zlib from 'node:zlib';
import { hashBytes } from '#wire/eip712/bytes.ts';
import { CREATE_PARAMS, deriveScrypt, encodePassword } from '../vault/file/kdf.ts';
import { curve } from '../vault/signing/curve.ts';
import { addressOf, recoverSigner, signDigest } from '../vault/signing/secp256k1.ts';

/** Interval of the readings: part of the time between two of them. */
const STEP_MS = 1;
const SETTLE_MS = 5;

/** Processor time of this thread; without that reading (before Node 24), time itself. */
function threadCpuMs(): number {
  if (process.threadCpuUsage === undefined) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export interface Delay {
  /** Longest time for which this process did nothing else, in ms. */
  readonly blockedMs: number;
  readonly tookMs: number;
}

/**
 * Runs `act` and reads time and processor time in each turn of this thread. Where the system gives the processor to other programs the
 * thread stands still too: a turn blocks for no longer than it uses the processor. So a wait for a disk is not in the figure.
 */
async function measureDelay(act: () => Promise<unknown>): Promise<Delay> {
  let blockedMs = 0;
  let atMs = performance.now();
  let usedMs = threadCpuMs();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const nowUsedMs = threadCpuMs();
    blockedMs = Math.max(blockedMs, Math.min(nowMs - atMs - STEP_MS, nowUsedMs - usedMs));
    atMs = nowMs;
    usedMs = nowUsedMs;
  }, STEP_MS);
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    // Only what the act does counts.
    blockedMs = 0;
    const beganMs = performance.now();
    await act();
    const tookMs = performance.now() - beganMs;
    // A block that ends with the act is read after it.
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return { blockedMs, tookMs };
  } finally {
    clearInterval(timer);
  }
}

export const RUNTIME = {
  crypto,
  zlib,
  DatabaseSync,
  measureDelay,
  /** The vault's own derivation, with the parameters of a new vault. */
  deriveVaultKey: () => deriveScrypt(encodePassword('check'), new Uint8Array(32), CREATE_PARAMS),
  curveBuild: curve.build as string,
  addressOf,
  signDigest,
  recoverSigner,
  hashBytes,
};

export type Runtime = typeof RUNTIME;
