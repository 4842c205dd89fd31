import { describe, expect, it } from 'vitest';
import { openCandleTracker } from '#main/market/candleTracker.ts';
import type { Candle } from '#shared/market/candle.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeCandle } from '#test/slice/makers.ts';

function openBench(listCandles: () => Promise<Candle[]>) {
  const clock = openFakeClock();
  const keeper = openCandleTracker({
    market: MARKET,
    period: '1m',
    schedule: clock.schedule,
    listCandles,
    onChange: () => {},
  });
  return { clock, keeper };
}

const times = (rows: Float64Array): number[] => [...rows].filter((_, index) => index % 6 === 0);

describe('candle keeper', () => {
  it('merges what streamed during the history without a jump', async () => {
    const { clock, keeper } = openBench(async () => [makeCandle(60), makeCandle(120, '0.50')]);
    keeper.onCandle(makeCandle(120, '0.55'));
    keeper.onCandle(makeCandle(180));
    expect(keeper.since(0)).toBeNull();
    await clock.settle();
    const all = keeper.since(0)!;
    expect(all.kind).toBe('reset');
    expect(times(all.rows)).toEqual([60, 120, 180]);
    expect(all.rows[6 + 4]).toBe(550_000);
  });

  it('gives a reader only the tail that changed', async () => {
    const { clock, keeper } = openBench(async () => [makeCandle(60), makeCandle(120)]);
    await clock.settle();
    const seen = keeper.version();
    expect(keeper.since(seen)).toBeNull();
    keeper.onCandle(makeCandle(120, '0.40'));
    keeper.onCandle(makeCandle(180));
    expect(keeper.since(seen)).toMatchObject({ kind: 'tail' });
    expect(times(keeper.since(seen)!.rows)).toEqual([120, 180]);
    expect(times(keeper.since(seen + 1)!.rows)).toEqual([180]);
  });

  it('does not change when the same candle is published again', async () => {
    const { clock, keeper } = openBench(async () => [makeCandle(60)]);
    await clock.settle();
    const seen = keeper.version();
    keeper.onCandle(makeCandle(60));
    expect(keeper.version()).toBe(seen);
  });

  it('gives everything to a reader that is too far behind', async () => {
    const { clock, keeper } = openBench(async () => [makeCandle(0)]);
    await clock.settle();
    const seen = keeper.version();
    for (let at = 1; at <= 100; at += 1) keeper.onCandle(makeCandle(at * 60));
    expect(keeper.since(seen)).toMatchObject({ kind: 'reset' });
    expect(times(keeper.since(seen + 99)!.rows)).toEqual([6_000]);
  });

  it('reads the history again after a cut', async () => {
    let served = [makeCandle(60)];
    const { clock, keeper } = openBench(async () => served);
    await clock.settle();
    const seen = keeper.version();
    keeper.onDisconnected();
    served = [makeCandle(60), makeCandle(120), makeCandle(180)];
    keeper.onConnected();
    keeper.onCandle(makeCandle(240));
    await clock.settle();
    expect(keeper.since(seen)).toMatchObject({ kind: 'reset' });
    expect(times(keeper.since(seen)!.rows)).toEqual([60, 120, 180, 240]);
  });

  it('streams on when the history can not be read', async () => {
    const { clock, keeper } = openBench(() => Promise.reject(new Error('down')));
    await clock.settle();
    keeper.onCandle(makeCandle(60));
    expect(keeper.since(0)).toMatchObject({ kind: 'reset' });
    keeper.close();
    expect(clock.pending()).toBe(0);
  });
});
