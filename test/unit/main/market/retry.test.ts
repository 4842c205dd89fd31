import { describe, expect, it } from 'vitest';
import { openRetry } from '#main/market/retry.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

describe('retry', () => {
  it('reads again with backoff until it succeeds, and then stops', async () => {
    const clock = openFakeClock();
    const times: number[] = [];
    const failures: unknown[] = [];
    const start = clock.now();
    const retry = openRetry(
      clock.schedule,
      async () => {
        times.push(clock.now() - start);
        if (times.length < 4) throw new Error('not yet');
      },
      (error) => void failures.push(error),
    );
    retry.run();
    await clock.advance(60_000);
    expect(times).toEqual([0, 1_000, 3_000, 7_000]);
    expect(failures).toEqual(Array.from({ length: 3 }, () => new Error('not yet')));
    expect(clock.pending()).toBe(0);
  });

  it('reads once more when it is run during a read', async () => {
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
