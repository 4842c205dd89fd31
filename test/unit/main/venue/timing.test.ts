import { describe, expect, it } from 'vitest';
import { backoffMs } from '#main/venue/timing.ts';

const backoff = { baseMs: 1_000, capMs: 60_000 };

describe('back-off', () => {
  it('doubles from one second to a minute, with full jitter', () => {
    const most = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((attempt) => backoffMs(backoff, attempt, () => 0.999_999));
    expect(most).toEqual([999, 1_999, 3_999, 7_999, 15_999, 31_999, 59_999, 59_999, 59_999]);
    expect(backoffMs(backoff, 5, () => 0)).toBe(0);
    expect(backoffMs(backoff, 1, () => 0.5)).toBe(1_000);
  });
});
