import { describe, expect, it } from 'vitest';
import { openTickTracker } from '#main/market/tickTracker.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

async function openBench() {
  const clock = openFakeClock();
  const bench = { reopened: 0 };
  const tracker = openTickTracker({
    ...clock,
    onChange: () => {},
    reopen: () => {
      bench.reopened += 1;
    },
  });
  const tick = (price: number, exchangeTimeMs = clock.now()): void =>
    tracker.onTick(
      { symbol: 'BTC-USD', price, exchangeTimeMs, bucketStartMs: null, bucketOpen: null, bucketSeconds: null },
      clock.now(),
    );
  for (let second = 0; second < 30; second += 1) {
    tick(second);
    await clock.advance(1_000);
  }
  return { clock, bench, tracker, tick };
}

describe('tick tracker', () => {
  it('is live while ticks arrive, and an older one proves nothing', async () => {
    const { tracker, tick, clock } = await openBench();
    expect(tracker.health()).toEqual({ at: 'live' });
    const proved = tracker.provedAtMs();
    tick(99, 1);
    expect(tracker.tick()?.price).toBe(29);
    expect(tracker.provedAtMs()).toBe(proved);
    expect(clock.now() - proved!).toBe(1_000);
  });

  it('is quiet within seconds of silence and opens its stream again, then stale, then live with a tick', async () => {
    const { tracker, tick, clock, bench } = await openBench();
    await clock.advance(4_000);
    expect([tracker.health().at, bench.reopened]).toEqual(['quiet', 1]);
    await clock.advance(5_000);
    expect([tracker.health().at, bench.reopened]).toEqual(['stale', 2]);
    await clock.advance(600_000);
    expect(bench.reopened).toBeLessThanOrEqual(15);
    expect(tracker.health().at).toBe('stale');
    tick(1);
    expect(tracker.health()).toEqual({ at: 'live' });
    await clock.advance(1_000);
    tracker.close();
    expect(clock.pending()).toBe(0);
  });
});
