import { describe, expect, it } from 'vitest';
import { OVERDUE_MS, openOrderReads, READ_EVERY_MS } from '#main/trading/orders/orderReads.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';

function openReads() {
  const clock = openFakeClock();
  const startMs = clock.now();
  const state = { isActive: true, isDown: false, hangs: false };
  const startedAt: number[] = [];
  const reads = openOrderReads({
    clock,
    schedule: clock.schedule,
    isActive: () => state.isActive,
    async read() {
      startedAt.push(clock.now() - startMs);
      if (state.hangs) await new Promise<void>(() => {});
      if (state.isDown) throw new Error('down');
    },
    onChange: () => {},
  });
  return { clock, state, reads, startedAt };
}

describe('order reads', () => {
  it('start every one and a half seconds while an order can change, and not otherwise', async () => {
    const { clock, state, reads, startedAt } = openReads();
    reads.update();
    await clock.advance(6_000);
    expect(startedAt).toEqual([1_500, 3_000, 4_500, 6_000]);
    state.isActive = false;
    reads.update();
    await clock.advance(60_000);
    expect(startedAt).toHaveLength(4);
    expect(clock.pending()).toBe(0);
    expect(reads.overdueSinceMs()).toBeNull();
  });

  it('start at once when a trade reached an order, four times a second at most', async () => {
    const { clock, reads, startedAt } = openReads();
    reads.update();
    await clock.advance(100);
    reads.readNow();
    reads.readNow();
    await clock.settle();
    expect(startedAt).toEqual([100]);
    reads.readNow();
    await clock.advance(249);
    expect(startedAt).toEqual([100]);
    await clock.advance(1);
    expect(startedAt).toEqual([100, 350]);
  });

  it('are overdue three seconds after the start of the last successful one, also while one hangs', async () => {
    const { clock, state, reads } = openReads();
    reads.update();
    await clock.advance(READ_EVERY_MS);
    state.hangs = true;
    await clock.advance(OVERDUE_MS - 1);
    expect(reads.overdueSinceMs()).toBeNull();
    await clock.advance(1);
    expect(reads.overdueSinceMs()).toBe(clock.now() - OVERDUE_MS);
    reads.noteRead(clock.now());
    expect(reads.overdueSinceMs()).toBeNull();
  });

  it('back off while they fail, and are in time again after a success', async () => {
    const { clock, state, reads, startedAt } = openReads();
    state.isDown = true;
    reads.update();
    await clock.advance(12_000);
    expect(startedAt).toEqual([1_500, 3_000, 6_000, 12_000]);
    expect(reads.overdueSinceMs()).not.toBeNull();
    state.isDown = false;
    await clock.advance(12_000);
    expect(reads.overdueSinceMs()).toBeNull();
    await clock.advance(1_500);
    expect(startedAt.slice(4)).toEqual([24_000, 25_500]);
  });
});
