import { expect, test } from 'vitest';
import { buildClock } from '#paper/server/clock.ts';

test('runs the market’s time faster than the time that nonces are judged by', () => {
  let wall = 1_000_000;
  const clock = buildClock(10, () => wall);
  expect([clock.nowMs(), clock.wallMs()]).toEqual([1_000_000, 1_000_000]);
  wall += 250;
  expect([clock.nowMs(), clock.wallMs()]).toEqual([1_002_500, 1_000_250]);
});
