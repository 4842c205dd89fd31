/**
 * Simulates an exchange without sockets at full speed and hashes its output.
 *
 * Units       Times in ms of the exchange's clock.
 * Invariants  The same seed, start and length give the same hash in every run.
 */
import { createHash } from 'node:crypto';
import { openCore } from './server/exchange.ts';

/** Fixed start, so that a digest without `--at` does not depend on the day. */
export const DIGEST_START_MS = 1_767_614_400_000;
const STRIDE_MS = 1_000;

export interface Digest {
  readonly hash: string;
  readonly messages: number;
}

export function playDigest(seed: number, startMs: number, lengthMs: number): Digest {
  const hash = createHash('sha256');
  let messages = 0;
  let nowMs = startMs;
  const clock = { nowMs: () => nowMs, wallMs: () => nowMs };
  const { core, close } = openCore({
    seed,
    clock,
    onMessage(_stream, text) {
      messages += 1;
      hash.update(text).update('\n');
    },
  });
  while (nowMs < startMs + lengthMs) {
    nowMs = Math.min(startMs + lengthMs, nowMs + STRIDE_MS);
    core.world.advance(nowMs);
  }
  close();
  return { hash: hash.digest('hex'), messages };
}
