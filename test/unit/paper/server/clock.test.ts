import { expect, test } from 'vitest';
import { buildClock, toRealMs } from '#paper/server/clock.ts';

test('runs the market’s time faster than the time that nonces are judged by', () => {
  let wall = 1_000_000;
  const clock = buildClock({ speed: 10, realMs: () => wall });
  expect([clock.nowMs(), clock.wallMs()]).toEqual([1_000_000, 1_000_000]);
  wall += 250;
  expect([clock.nowMs(), clock.wallMs()]).toEqual([1_002_500, 1_000_250]);
});

test('runs the wall clock itself faster by the factor, and real durations shorter', () => {
  let real = 1_000_000;
  const clock = buildClock({ factor: 20, realMs: () => real });
  real += 250;
  expect([clock.nowMs(), clock.wallMs(), toRealMs(clock, 60_000)]).toEqual([1_005_000, 1_005_000, 3_000]);
});
