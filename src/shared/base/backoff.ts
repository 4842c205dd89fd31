/**
 * Exponential backoff: base, 2 × base, 4 × base … up to a cap.
 *
 * Units       Milliseconds; `attempt` counts from 0.
 * Source      docs/exchange-interface.md#backoff (1, 2, 4, 8 … 60 s).
 */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

export const EXCHANGE_BACKOFF: Backoff = { baseMs: 1_000, capMs: 60_000 };

/** Above this exponent every delay is at its cap. */
const MAX_EXPONENT = 30;

export function backoffMs({ baseMs, capMs }: Backoff, attempt: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 0), MAX_EXPONENT));
}

/** Full jitter: uniform between 0 and the backoff; `random` is uniform in [0, 1). */
export function jitteredBackoffMs(backoff: Backoff, attempt: number, random: () => number): number {
  return Math.floor(random() * backoffMs(backoff, attempt));
}
