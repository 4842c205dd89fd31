/**
 * Password attempt limiter: no delay for three failures, then 1, 2, 4 … 30 seconds. In memory only.
 *
 * Errors      VaultError BACK_OFF with the remaining delay.
 */
import { type Backoff, backoffMs } from '#shared/base/backoff.ts';
import type { Now } from '#shared/base/clock.ts';
import { VaultError } from '../vaultError.ts';

const FREE_ATTEMPTS = 3;
const BACKOFF: Backoff = { baseMs: 1_000, capMs: 30_000 };

export interface AttemptLimiter {
  /** Throws during the delay after the last failure. */
  checkMayTry(): void;
  noteFailure(): void;
  noteSuccess(): void;
}

export function createAttemptLimiter(now: Now): AttemptLimiter {
  let failures = 0;
  let retryAtMs = 0;
  return {
    checkMayTry() {
      const leftMs = retryAtMs - now();
      if (leftMs <= 0) return;
      throw new VaultError(
        { code: 'BACK_OFF', parameters: { seconds: Math.ceil(leftMs / 1000) } },
        `Expected a delay after ${failures} failed passwords`,
      );
    },
    noteFailure() {
      failures += 1;
      retryAtMs = now() + (failures < FREE_ATTEMPTS ? 0 : backoffMs(BACKOFF, failures - FREE_ATTEMPTS));
    },
    noteSuccess() {
      failures = 0;
      retryAtMs = 0;
    },
  };
}
