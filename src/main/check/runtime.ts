/** What the checks use of the runtime, as the program uses it; a test replaces parts of it by broken ones. */
import * as crypto from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import * as zlib from 'node:zlib';
import { hashBytes } from '#wire/eip712/bytes.ts';
import { CREATE_PARAMS, deriveScrypt, encodePassword } from '../vault/file/kdf.ts';
import { curve } from '../vault/signing/curve.ts';
import { addressOf, recoverSigner, signDigest } from '../vault/signing/secp256k1.ts';

/** The monitor's own step, which is part of each of its figures. */
const RESOLUTION_MS = 1;

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
 * Runs `act` beside a monitor of this thread. Where the system gives the processor to other programs the thread stands still too:
 * it was blocked for no longer than it used the processor.
 */
async function measureDelay(act: () => Promise<unknown>): Promise<Delay> {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  // The first reading is of the monitor's own start, and the first one after a reset only begins the next.
  await new Promise((resolve) => setTimeout(resolve, 5));
  monitor.reset();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const beganMs = performance.now();
  const before = threadCpuMs();
  try {
    await act();
    const tookMs = performance.now() - beganMs;
    // A block that ends with the act is read after it.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const stoodMs = Math.max(0, monitor.max / 1e6 - RESOLUTION_MS);
    return { blockedMs: Math.min(stoodMs, threadCpuMs() - before), tookMs };
  } finally {
    monitor.disable();
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
