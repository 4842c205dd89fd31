import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { feed } from '#renderer/feed/feed.ts';
import { feedKey } from '#renderer/feed/mirror.ts';
import { onTime } from '#renderer/feed/pageClock.ts';

const screenFrames: (() => void)[] = [];
const requestAnimationFrame = (run: () => void) => screenFrames.push(run);

beforeEach(() => {
  vi.useFakeTimers({ now: 10_300 });
  vi.stubGlobal('window', { setTimeout, clearTimeout, requestAnimationFrame });
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs everything with the same period by one timer, shortly after whole multiples, and none after the last has ended', () => {
  const runs: string[] = [];
  const stops = ['a', 'b'].map((name) => onTime(500, () => runs.push(`${name} ${Date.now()}`)));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(700);
  expect(runs).toEqual(['a 10550', 'b 10550']);
  vi.advanceTimersByTime(100);
  expect(runs.slice(2)).toEqual(['a 11050', 'b 11050']);
  stops[0]!();
  stops[0]!();
  vi.advanceTimersByTime(500);
  expect(runs.slice(4)).toEqual(['b 11550']);
  stops[1]!();
  expect(vi.getTimerCount()).toBe(0);
});

it('runs with the screen frame of data that comes shortly after, and not again', () => {
  const runs: number[] = [];
  const stopFeed = feed.clock.subscribe([feedKey.health], () => undefined);
  const stop = onTime(500, () => runs.push(Date.now()));
  vi.advanceTimersByTime(210);
  feed.clock.mark(feedKey.health);
  for (const run of screenFrames.splice(0)) run();
  vi.advanceTimersByTime(300);
  expect(runs).toEqual([10_510]);
  stop();
  stopFeed();
});

it('does not run after it has ended while it waited', () => {
  const runs: number[] = [];
  const stop = onTime(500, () => runs.push(Date.now()));
  vi.advanceTimersByTime(210);
  stop();
  vi.advanceTimersByTime(100);
  expect(runs).toEqual([]);
});
