import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onTime } from '#renderer/feed/pageClock.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 10_300 });
  vi.stubGlobal('window', { setTimeout, clearTimeout });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs everything with the same period by one timer, at whole multiples, and none after the last has ended', () => {
  const runs: string[] = [];
  const stops = ['a', 'b'].map((name) => onTime(500, () => runs.push(`${name} ${Date.now()}`)));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(700);
  expect(runs).toEqual(['a 10500', 'b 10500', 'a 11000', 'b 11000']);
  stops[0]!();
  stops[0]!();
  vi.advanceTimersByTime(500);
  expect(runs.slice(4)).toEqual(['b 11500']);
  stops[1]!();
  expect(vi.getTimerCount()).toBe(0);
});
