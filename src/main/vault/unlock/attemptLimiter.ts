/**
 * Waits between failed passwords: none for the first three tries, then 1, 2, 4 … 30 seconds. Kept in memory only.
 *
 * Errors      VaultError BACK_OFF with the time of the next try.
 */
import { VaultError } from '../vaultError.ts';

const FREE_TRIES = 3;
const LONGEST_MS = 30_000;

export interface AttemptLimiter {
  /** Throws while the wait after the last failure runs. */
  checkMayTry(): void;
  noteFailure(): void;
  noteSuccess(): void;
}

export function openAttemptLimiter(now: () => number): AttemptLimiter {
  let failures = 0;
  let retryAtMs = 0;
  return {
    checkMayTry() {
      const leftMs = retryAtMs - now();
      if (leftMs <= 0) return;
      const seconds = Math.ceil(leftMs / 1000);
      throw new VaultError(
        'BACK_OFF',
        `Expected a wait after ${failures} failed passwords`,
        `Wait ${seconds} s, then try again`,
        retryAtMs,
      );
    },
    noteFailure() {
      failures += 1;
      const waitMs = failures < FREE_TRIES ? 0 : Math.min(LONGEST_MS, 1000 * 2 ** (failures - FREE_TRIES));
      retryAtMs = now() + waitMs;
    },
    noteSuccess() {
      failures = 0;
      retryAtMs = 0;
    },
  };
}
