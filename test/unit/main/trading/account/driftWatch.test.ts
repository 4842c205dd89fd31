import { expect, it } from 'vitest';
import { createDriftWatch, SETTLED_MS } from '#main/trading/account/driftWatch.ts';
import { parseUsd } from '#shared/units/usd.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

it('shows a difference that stays for two seconds, and none that passes', async () => {
  const clock = openFakeClock();
  const watch = createDriftWatch(clock.schedule, () => {});
  watch.update(parseUsd('2.5'));
  await clock.advance(SETTLED_MS - 1);
  watch.update(parseUsd('0'));
  await clock.advance(SETTLED_MS);
  expect(watch.drift()).toBe(0n);
  watch.update(parseUsd('2.5'));
  await clock.advance(SETTLED_MS);
  expect(watch.drift()).toBe(parseUsd('2.5'));
  watch.update(null);
  await clock.advance(SETTLED_MS);
  expect(watch.drift()).toBe(parseUsd('2.5'));
  watch.update(parseUsd('0'));
  await clock.advance(SETTLED_MS);
  expect(watch.drift()).toBe(0n);
  watch.clear();
  expect(clock.pending()).toBe(0);
});
