import { expect, it } from 'vitest';
import { countFalseQuiets } from '../../bench/market/falseQuiet.ts';

// Four hours, because some styles have one market at a time.
it('finds a book quiet without a fault at most once an hour, in each style of the paper market', {
  timeout: 240_000,
}, () => {
  const counts = countFalseQuiets(7, 4);
  expect(counts.length).toBeGreaterThanOrEqual(10);
  for (const { style, quietsPerHour } of counts) expect(quietsPerHour, style).toBeLessThanOrEqual(1);
  // Several changes a second: a silence is found within ten seconds, with time left for the answer.
  for (const { style, messagesPerSecond, meanLimitMs } of counts) {
    if (messagesPerSecond > 2) expect(meanLimitMs, style).toBeLessThan(5_000);
  }
});
