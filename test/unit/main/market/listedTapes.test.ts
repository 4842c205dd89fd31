import { describe, expect, it } from 'vitest';
import { openListedTapes } from '#main/market/listedTapes.ts';
import type { RecentTrades, Trade } from '#shared/market/tape.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { MARKET, makeTrade } from '#test/slice/makers.ts';

async function openBench() {
  const clock = openFakeClock();
  let id = 0;
  const bench = { reads: 0, reopened: 0, missed: [] as string[], serve: async (): Promise<RecentTrades> => recent([]) };
  const trade = (): Trade => {
    id += 1;
    return makeTrade(String(id), { exchangeTimeMs: clock.now() });
  };
  const recent = (trades: readonly Trade[]): RecentTrades => ({ trades, problem: null, maxAgeMs: 1_000 });
  const tapes = openListedTapes({
    ...clock,
    listRecentTrades: () => {
      bench.reads += 1;
      return bench.serve();
    },
    onMissed: (_market, trades) => void bench.missed.push(...trades.map((one) => one.id)),
    reopen: () => {
      bench.reopened += 1;
    },
  });
  for (let turn = 0; turn < 60; turn += 1) {
    tapes.onTrades(MARKET, [trade()], clock.now());
    await clock.advance(500);
  }
  return { clock, bench, tapes, trade, recent };
}

describe('silence of the tapes of listed markets', () => {
  it('is checked by one read, and ever less often while there are no trades', async () => {
    const { clock, bench } = await openBench();
    await clock.advance(4_000);
    expect(bench.reads).toBe(1);
    await clock.advance(600_000);
    expect(bench.reads).toBeLessThanOrEqual(15);
    expect(bench.reopened).toBe(0);
  });

  it('opens the streams again when REST has trades that they did not carry, and adds these', async () => {
    const { clock, bench, trade, recent, tapes } = await openBench();
    await clock.advance(1_000);
    const missed = trade();
    bench.serve = async () => recent([missed]);
    await clock.advance(3_000);
    expect([bench.reopened, bench.missed]).toEqual([1, [missed.id]]);
    tapes.onTrades(MARKET, [trade()], clock.now());
    await clock.advance(1_000);
    expect(bench.reopened).toBe(1);
  });

  it('reads again after a failure, and leaves no timer', async () => {
    const { clock, bench, tapes } = await openBench();
    bench.serve = () => Promise.reject(new Error('down'));
    await clock.advance(20_000);
    expect(bench.reads).toBeGreaterThanOrEqual(2);
    expect(bench.reopened).toBe(0);
    tapes.close();
    expect(clock.pending()).toBe(0);
  });
});
