import { describe, expect, it } from 'vitest';
import { openInterest } from '#renderer/act/interest.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

function openBench() {
  const clock = openFakeClock();
  const sent: string[] = [];
  let isTaken = true;
  const interest = openInterest<readonly string[]>({
    send: async (wanted) => {
      sent.push(wanted.join(' '));
      return isTaken;
    },
    schedule: clock.schedule,
  });
  const take = (next: boolean): void => {
    isTaken = next;
  };
  return { clock, sent, interest, take };
}

describe('what is on screen', () => {
  it('is sent once while it stays the same', async () => {
    const { clock, sent, interest } = openBench();
    interest.request(['101']);
    await clock.advance(60_000);
    interest.request(['101']);
    await clock.advance(60_000);
    expect(sent).toEqual(['101']);
  });

  it('is sent again, at growing intervals, until main accepts it', async () => {
    const { clock, sent, interest, take } = openBench();
    take(false);
    interest.request(['101']);
    await clock.advance(500);
    expect(sent).toHaveLength(2);
    await clock.advance(999);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(sent).toHaveLength(3);
    await clock.advance(600_000);
    const before = sent.length;
    expect(before).toBeLessThan(40);
    take(true);
    await clock.advance(30_000);
    expect(sent).toHaveLength(before + 1);
    await clock.advance(600_000);
    expect(sent).toHaveLength(before + 1);
  });

  it('drops what failed once something newer is asked for', async () => {
    const { clock, sent, interest, take } = openBench();
    take(false);
    interest.request(['101']);
    await clock.settle();
    take(true);
    interest.request(['102']);
    await clock.advance(600_000);
    expect(sent).toEqual(['101', '102']);
  });
});
