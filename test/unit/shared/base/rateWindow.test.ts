import { expect, it } from 'vitest';
import { openRateWindow } from '#shared/base/rateWindow.ts';

it('admits a number of uses in any window, and says when the next one is possible', () => {
  let nowMs = 0;
  const take = openRateWindow({ max: 2, windowMs: 10_000, now: () => nowMs });
  expect([take(), take(), take()]).toEqual([null, null, 10]);
  nowMs = 9_999;
  expect(take()).toBe(1);
  nowMs = 10_000;
  expect([take(), take(), take()]).toEqual([null, null, 10]);
  nowMs = 0;
  expect(take()).toBeNull();
});
