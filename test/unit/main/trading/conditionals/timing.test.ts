import { expect, it } from 'vitest';
import { createTiming } from '#main/trading/conditionals/timing.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeRun } from './makers.ts';

it('wakes a conditional when its time comes, looks once a second, and runs no timer while nothing is watched', async () => {
  const clock = openFakeClock();
  const told: ConditionalEvent[] = [];
  let looks = 0;
  const retryAtMs = clock.now() + 1_500;
  let runs = [makeRun({ life: { at: 'armed' }, startedAtMs: clock.now(), retryAtMs })];
  const timing = createTiming({
    schedule: clock.schedule,
    now: clock.exchangeTimeMs,
    active: () => runs,
    feed: (_id, event) => void told.push(event),
    onLook() {
      looks += 1;
    },
  });
  timing.plan();
  await clock.advance(1_400);
  expect([told, looks]).toEqual([[], 1]);
  await clock.advance(100);
  expect(told).toEqual([{ kind: 'time', atMs: retryAtMs }]);
  runs = [];
  timing.plan();
  expect(clock.pending()).toBe(0);
  await clock.advance(5_000);
  expect(looks).toBe(1);
});
