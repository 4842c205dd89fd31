import { expect, it } from 'vitest';
import { createDurations } from '#shared/base/durations.ts';

it('has no summary before the first duration', () => {
  const durations = createDurations();
  expect(durations.summary()).toBeNull();
  durations.add(2.5);
  expect(durations.summary()).toEqual({ count: 1, p50Ms: 2.5, p95Ms: 2.5, p99Ms: 2.5 });
});

it('counts all, and takes percentiles of the newest', () => {
  const durations = createDurations(100);
  for (let ms = 1_000; ms > 0; ms -= 1) durations.add(ms);
  expect(durations.summary()).toEqual({ count: 1_000, p50Ms: 50, p95Ms: 95, p99Ms: 99 });
});
