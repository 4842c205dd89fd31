import { describe, expect, it } from 'vitest';
import { createRestarts } from '#main/trading/conditionals/restarts.ts';
import type { Run } from '#main/trading/conditionals/run.ts';
import type { Candle } from '#shared/market/candle.ts';
import type { ConditionalEvent } from '#shared/order/conditional/events.ts';
import { parsePrice } from '#shared/units/price.ts';
import { makeCandle, SAFE } from '#test/slice/makers.ts';
import { makeRun } from './makers.ts';

const NOW = 1_800_000_000_000;

function openBench(runs: readonly Run[] = [makeRun()]) {
  const events: ConditionalEvent[] = [];
  const bench = {
    events,
    kinds: () => events.map(({ kind }) => kind),
    latestPass: 3,
    latestCompletePass: 3,
    watchedUntilMs: null as number | null,
    candles: async (): Promise<readonly Candle[]> => [],
    reads: 0,
    faults: [] as string[],
  };
  const restarts = createRestarts({
    markets: { listMinutes: () => bench.candles() },
    store: { watchedUntilMs: () => bench.watchedUntilMs },
    observer: { forget() {}, observe() {}, updateWatch() {} },
    now: () => NOW,
    active: () => runs,
    feed: (_id, event) => void events.push(event),
    latestPass: () => bench.latestPass,
    latestCompletePass: () => bench.latestCompletePass,
    async readAccount() {
      bench.reads += 1;
    },
    onRead() {},
    onFault: (where) => void bench.faults.push(where),
  });
  return { bench, restarts };
}

describe('a restart of conditional orders', () => {
  it('lets each one continue only after a complete read that began after it', () => {
    const { bench, restarts } = openBench();
    restarts.noteLoaded(SAFE);
    expect([bench.kinds(), bench.reads]).toEqual([['restart'], 1]);
    restarts.noteReads();
    expect(bench.kinds()).toEqual(['restart']);
    bench.latestCompletePass = 4;
    restarts.noteReads();
    restarts.noteReads();
    expect(bench.kinds()).toEqual(['restart', 'reconciled']);
  });

  it('is one of the program the first time that the account is opened, and of the stream after that', () => {
    const { bench, restarts } = openBench();
    restarts.noteLoaded(SAFE);
    restarts.noteLoaded(SAFE);
    restarts.noteStreamLost();
    expect(bench.events.map((event) => event.kind === 'restart' && event.isProgram)).toEqual([true, false, false]);
  });

  it('reads nothing while no conditional order is active', () => {
    const { bench, restarts } = openBench([]);
    restarts.noteStreamLost();
    expect([bench.events, bench.reads]).toEqual([[], 0]);
  });

  it('reports what a gap of half a minute or longer hid, and a history that cannot be read as a fault', async () => {
    const { bench, restarts } = openBench();
    const low = { ...makeCandle(NOW - 60_000), low: parsePrice('0.01') };
    bench.candles = async () => [low];
    bench.watchedUntilMs = NOW - 29_000;
    restarts.noteLoaded(SAFE);
    await Promise.resolve();
    bench.watchedUntilMs = NOW - 30_000;
    restarts.noteLoaded(SAFE);
    await expect.poll(() => bench.events.at(-1)).toMatchObject({ kind: 'missed', wouldHaveFiredAtMs: NOW - 30_000 });
    expect(bench.kinds()).toEqual(['restart', 'restart', 'missed']);
    bench.candles = () => Promise.reject(new Error('down'));
    restarts.noteLoaded(SAFE);
    await expect.poll(() => bench.faults).toEqual(['conditional history']);
  });

  it('leaves nothing waiting once it is cleared', () => {
    const { bench, restarts } = openBench();
    restarts.noteLoaded(SAFE);
    restarts.clear();
    bench.latestCompletePass = 9;
    restarts.noteReads();
    expect(bench.kinds()).toEqual(['restart']);
  });
});
