import { expect, it } from 'vitest';
import { createDelayedRun } from '#main/trading/delayedRun.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

it('runs once for the starts of one delay, again later, and not after a cancel or the close', async () => {
  const clock = openFakeClock();
  let runs = 0;
  const delayed = createDelayedRun(clock.schedule, 1_000, () => {
    runs += 1;
  });
  delayed.start();
  await clock.advance(600);
  delayed.start();
  await clock.advance(400);
  expect(runs).toBe(1);
  delayed.start();
  await clock.advance(1_000);
  expect(runs).toBe(2);
  delayed.start();
  delayed.cancel();
  await clock.advance(2_000);
  expect(runs).toBe(2);
  delayed.start();
  delayed.close();
  delayed.start();
  expect(clock.pending()).toBe(0);
});
