import { expect, it } from 'vitest';
import { openSampleWindow } from '#shared/base/sampleWindow.ts';

it('has no percentiles before the first sample, and is that sample after it', () => {
  const window = openSampleWindow(10);
  expect(window.read()).toBeNull();
  window.add(7);
  expect(window.read()).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
});

it('answers the nearest ranks of the newest samples, in any order', () => {
  const window = openSampleWindow(100);
  for (let sample = 0; sample < 50; sample += 1) window.add(1_000);
  for (let sample = 100; sample >= 1; sample -= 1) window.add(sample);
  expect(window.read()).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
});
