/**
 * Bounds of an order's expiry, and of the difference between the two clocks that decide it.
 *
 * Units       Seconds and milliseconds as named; Unix times.
 * Source      docs/assumptions.md#order-expiry; docs/security-coverage.md#r46.
 */

export const ORDER_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** Beyond this difference one of the two clocks is wrong, and nothing is signed by them. */
export const MAX_CLOCK_OFFSET_MS = 60_000;

/**
 * Expiration in Unix seconds: one lifetime after the earlier of the two clocks, so that neither alone can extend it; earlier
 * where `expiresAtMs` says so.
 */
export function buildExpiration(nowMs: number, exchangeTimeMs: number, expiresAtMs: number | null = null): bigint {
  const latest = Math.floor(Math.min(nowMs, exchangeTimeMs) / 1000) + ORDER_LIFETIME_SECONDS;
  return BigInt(expiresAtMs === null ? latest : Math.min(latest, Math.floor(expiresAtMs / 1000)));
}

/** Reason to refuse the expiration by this machine's clock alone, or null. */
export function checkExpiration(expiration: bigint, nowMs: number): string | null {
  const nowSeconds = BigInt(Math.floor(nowMs / 1000));
  if (expiration <= nowSeconds) {
    return `Expected an expiration in the future, after ${nowSeconds}, found ${expiration}`;
  }
  const latest = nowSeconds + BigInt(ORDER_LIFETIME_SECONDS + MAX_CLOCK_OFFSET_MS / 1000);
  return expiration > latest
    ? `Expected an expiration at most seven days ahead, by ${latest}, found ${expiration}`
    : null;
}

/** True when the clocks differ by more than trading tolerates; an unmeasured offset is none. */
export function isClockOff(offsetMs: number | null): boolean {
  return offsetMs !== null && Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS;
}
