import { describe, expect, it } from 'vitest';
import { openRetry, pauseAfter } from '#main/market/retry.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

describe('retry', () => {
  it('pauses 1, 2, 4 … 60 seconds', () => {
    expect([1, 2, 3, 7, 40].map(pauseAfter)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  });

  it('reads again with growing pauses until it succeeds, and then rests', async () => {
    const clock = openFakeClock();
    const times: number[] = [];
    const failures: string[] = [];
    const start = clock.now();
    const retry = openRetry(
      clock.schedule,
      async () => {
        times.push(clock.now() - start);
        if (times.length < 4) throw new Error('not yet');
      },
      (why) => void failures.push(why),
    );
    retry.run();
    await clock.advance(60_000);
    expect(times).toEqual([0, 1_000, 3_000, 7_000]);
    expect(failures).toEqual(['not yet', 'not yet', 'not yet']);
    expect(clock.pending()).toBe(0);
  });

  it('reads once more when it was asked during a read', async () => {
    const clock = openFakeClock();
    let reads = 0;
    const retry = openRetry(clock.schedule, async () => {
      reads += 1;
    });
    retry.run();
    retry.run();
    retry.run();
    await clock.settle();
    expect(reads).toBe(2);
  });

  it('stops when closed', async () => {
    const clock = openFakeClock();
    let reads = 0;
    const retry = openRetry(clock.schedule, async () => {
      reads += 1;
      throw new Error('down');
    });
    retry.run();
    await clock.settle();
    retry.close();
    await clock.advance(120_000);
    expect(reads).toBe(1);
  });
});
