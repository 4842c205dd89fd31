import { expect, test } from 'vitest';
import { buildScaledClock } from '../../tools/chaos/scaledClock.ts';

test('wall clock, steady clock and timers run at one rate', () => {
  let elapsedMs = 0;
  const delays: number[] = [];
  const clock = buildScaledClock({
    factor: 20,
    startMs: 1_000_000,
    elapsedMs: () => elapsedMs,
    setTimer(delayMs) {
      delays.push(delayMs);
      return () => undefined;
    },
  });
  expect([clock.now(), clock.steadyMs()]).toEqual([1_000_000, 0]);
  elapsedMs = 50.25;
  expect([clock.now(), clock.steadyMs()]).toEqual([1_001_005, 1_005]);
  clock.schedule(5_000, () => undefined);
  expect([...delays, clock.toRealMs(60_000)]).toEqual([250, 3_000]);
});
