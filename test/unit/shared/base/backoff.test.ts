import { describe, expect, it } from 'vitest';
import { backoffMs, EXCHANGE_BACKOFF, jitteredBackoffMs } from '#shared/base/backoff.ts';

describe('backoff', () => {
  it('doubles from the base up to the cap', () => {
    expect([-1, 0, 1, 2, 5, 6, 1_000].map((attempt) => backoffMs(EXCHANGE_BACKOFF, attempt))).toEqual([
      1_000, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('spreads a jittered delay over the whole range below it', () => {
    expect(jitteredBackoffMs(EXCHANGE_BACKOFF, 2, () => 0)).toBe(0);
    expect(jitteredBackoffMs(EXCHANGE_BACKOFF, 2, () => 0.5)).toBe(2_000);
    expect(jitteredBackoffMs(EXCHANGE_BACKOFF, 2, () => 0.999_9)).toBe(3_999);
  });
});
