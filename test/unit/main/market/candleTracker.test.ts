import { describe, expect, it } from 'vitest';
import { openCandleTracker } from '#main/market/candleTracker.ts';
import type { Candle } from '#shared/market/candle.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeCandle } from '#test/slice/makers.ts';

function openBench(listCandles: () => Promise<Candle[]>) {
  const clock = openFakeClock();
  const tracker = openCandleTracker({
    market: MARKET,
    period: '1m',
    schedule: clock.schedule,
    listCandles,
    onChange: () => {},
  });
  return { clock, tracker };
}

const times = (rows: Float64Array): number[] => [...rows].filter((_, index) => index % 6 === 0);

describe('candle tracker', () => {
  it('merges candles that arrive while the history is read', async () => {
    const { clock, tracker } = openBench(async () => [makeCandle(60), makeCandle(120, '0.50')]);
    tracker.onCandle(makeCandle(120, '0.55'));
    tracker.onCandle(makeCandle(180));
    expect(tracker.since(0)).toBeNull();
    await clock.settle();
    const all = tracker.since(0)!;
    expect(all.kind).toBe('reset');
    expect(times(all.rows)).toEqual([60, 120, 180]);
    expect(all.rows[6 + 4]).toBe(550_000);
  });

  it('gives a reader only the tail that changed', async () => {
    const { clock, tracker } = openBench(async () => [makeCandle(60), makeCandle(120)]);
    await clock.settle();
    const version = tracker.version();
    expect(tracker.since(version)).toBeNull();
    tracker.onCandle(makeCandle(120, '0.40'));
    tracker.onCandle(makeCandle(180));
    expect(tracker.since(version)).toMatchObject({ kind: 'tail' });
    expect(times(tracker.since(version)!.rows)).toEqual([120, 180]);
    expect(times(tracker.since(version + 1)!.rows)).toEqual([180]);
  });

  it('does not change when the same candle is published again', async () => {
    const { clock, tracker } = openBench(async () => [makeCandle(60)]);
    await clock.settle();
    const version = tracker.version();
    tracker.onCandle(makeCandle(60));
    expect(tracker.version()).toBe(version);
  });

  it('gives the whole series to a reader that is too far behind', async () => {
    const { clock, tracker } = openBench(async () => [makeCandle(0)]);
    await clock.settle();
    const version = tracker.version();
    for (let at = 1; at <= 100; at += 1) tracker.onCandle(makeCandle(at * 60));
    expect(tracker.since(version)).toMatchObject({ kind: 'reset' });
    expect(times(tracker.since(version + 99)!.rows)).toEqual([6_000]);
  });

  it('reads the history again after a disconnect', async () => {
    let history = [makeCandle(60)];
    const { clock, tracker } = openBench(async () => history);
    await clock.settle();
    const version = tracker.version();
    tracker.onMissing();
    history = [makeCandle(60), makeCandle(120), makeCandle(180)];
    tracker.onConnected();
    tracker.onCandle(makeCandle(240));
    await clock.settle();
    expect(tracker.since(version)).toMatchObject({ kind: 'reset' });
    expect(times(tracker.since(version)!.rows)).toEqual([60, 120, 180, 240]);
  });

  it('is incomplete from the loss of its stream until a read well after its return', async () => {
    let reads = 0;
    const { clock, tracker } = openBench(async () => {
      reads += 1;
      if (reads === 3) throw new Error('down');
      return [makeCandle(60)];
    });
    await clock.settle();
    expect(tracker.isIncomplete()).toBe(false);
    tracker.onMissing();
    expect(tracker.isIncomplete()).toBe(true);
    tracker.onConnected();
    await clock.settle();
    expect([reads, tracker.isIncomplete()]).toEqual([2, true]);
    await clock.advance(5_000);
    expect([reads, tracker.isIncomplete()]).toEqual([3, true]);
    await clock.advance(1_000);
    expect([reads, tracker.isIncomplete()]).toEqual([4, false]);
  });

  it('applies stream candles when the history cannot be read', async () => {
    const { clock, tracker } = openBench(() => Promise.reject(new Error('down')));
    await clock.settle();
    tracker.onCandle(makeCandle(60));
    expect(tracker.since(0)).toMatchObject({ kind: 'reset' });
    tracker.close();
    expect(clock.pending()).toBe(0);
  });
});
