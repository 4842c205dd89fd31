import { describe, expect, it } from 'vitest';
import { createWarmConnection } from '#main/venue/warmConnection.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

/** Reads and their times; each one answers `answer`. */
function open(answer: () => Promise<string | null> = async () => null) {
  const clock = openFakeClock();
  const startMs = clock.now();
  const readsAtMs: number[] = [];
  const connection = createWarmConnection({
    schedule: clock.schedule,
    everyMs: 20_000,
    read() {
      readsAtMs.push(clock.now() - startMs);
      return answer();
    },
  });
  return { clock, readsAtMs, connection };
}

describe('a warm connection', () => {
  it('is read at the start and then every 20 s, also after failures', async () => {
    const { clock, readsAtMs, connection } = open(() => Promise.reject(new Error('down')));
    connection.start();
    connection.start();
    await clock.advance(60_000);
    expect(readsAtMs).toEqual([0, 20_000, 40_000, 60_000]);
  });

  it.each([
    ['timeout=5', 1_500],
    ['timeout=5, max=1000', 1_500],
    ['max=1000, timeout=20', 9_000],
    ['timeout=1', 1_000],
    ['timeout=600', 20_000],
    ['timeout=soon', 20_000],
    ['', 20_000],
  ])('of an exchange that answers "%s" is read after %i ms', async (header, nextMs) => {
    const { clock, readsAtMs, connection } = open(async () => header);
    connection.start();
    await clock.advance(nextMs - 1);
    expect(readsAtMs).toEqual([0]);
    await clock.advance(1);
    expect(readsAtMs).toEqual([0, nextMs]);
  });

  it('is not read after it stops, also while a read is running, and starts anew', async () => {
    let answer = (): void => {};
    const { clock, readsAtMs, connection } = open(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(null);
        }),
    );
    connection.start();
    connection.stop();
    answer();
    await clock.advance(60_000);
    expect(readsAtMs).toEqual([0]);
    connection.start();
    answer();
    await clock.advance(20_000);
    connection.stop();
    await clock.advance(60_000);
    expect(readsAtMs).toEqual([0, 60_000, 80_000]);
  });
});
