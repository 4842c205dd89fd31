import { describe, expect, it } from 'vitest';
import { openTapeTracker } from '#main/market/tapeTracker.ts';
import { type RecentTrades, type Trade, tradesSince } from '#shared/market/tape.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeTrade, PROBLEM } from '#test/slice/makers.ts';

/** An array of trades stands for a complete answer that comes from no cache. */
function openBench(read: () => Promise<Trade[] | RecentTrades>) {
  const clock = openFakeClock();
  let changes = 0;
  const tracker = openTapeTracker({
    market: MARKET,
    now: clock.now,
    schedule: clock.schedule,
    listRecentTrades: async () => {
      const answer = await read();
      return Array.isArray(answer) ? { trades: answer, problem: null, maxAgeMs: 0 } : answer;
    },
    onChange: () => {
      changes += 1;
    },
  });
  const ids = (): string[] => tradesSince(tracker.tape, 0).trades.map((trade) => trade.id);
  return { clock, tracker, ids, changes: () => changes };
}

const at = (id: string, ms: number): Trade => makeTrade(id, { exchangeTimeMs: START_MS + ms });

describe('tape tracker', () => {
  it('adds history and stream in time order, each trade once', async () => {
    const { clock, tracker, ids } = openBench(async () => [at('3', 3), at('2', 2), at('1', 1)]);
    tracker.onTrades([at('3', 3), at('4', 4)]);
    await clock.settle();
    expect(ids()).toEqual(['1', '2', '3', '4']);
    tracker.onTrades([at('4', 4), at('5', 5)]);
    expect(ids()).toEqual(['1', '2', '3', '4', '5']);
    expect(tracker.version()).toBe(5);
  });

  it('sums the volume at each price and has the last price', async () => {
    const { clock, tracker } = openBench(async () => [
      makeTrade('1', { price: parsePrice('0.60') }),
      makeTrade('2', { price: parsePrice('0.60') }),
    ]);
    await clock.settle();
    const before = tracker.traded();
    expect([...before]).toEqual([600_000, 20_000_000]);
    expect(tracker.traded()).toBe(before);
    tracker.onTrades([makeTrade('3', { price: parsePrice('0.62'), exchangeTimeMs: START_MS + 1 })]);
    expect([...tracker.traded()]).toEqual([600_000, 20_000_000, 620_000, 10_000_000]);
    expect(tracker.lastPrice()).toBe(620_000);
  });

  it('counts no trade twice when a history longer than the ring is read again', async () => {
    const history = Array.from({ length: 900 }, (_, index) => at(String(index), Math.floor(index / 7)));
    const { clock, tracker, ids } = openBench(async () => [...history]);
    await clock.settle();
    expect(ids()).toEqual(history.slice(400).map((trade) => trade.id));
    const volume = () => tracker.traded()[1];
    const before = volume();
    for (let reconnect = 0; reconnect < 3; reconnect += 1) {
      tracker.onMissing('disconnected');
      tracker.onConnected();
      await clock.settle();
    }
    expect(volume()).toBe(before);
    expect(ids()).toEqual(history.slice(400).map((trade) => trade.id));
    tracker.onTrades([at('900', 900)]);
    expect(volume()).toBe(before! + 10_000_000);
  });

  it('adds stream trades when the history fails, and reads it again', async () => {
    let reads = 0;
    const { clock, tracker, ids } = openBench(async () => {
      reads += 1;
      if (reads === 1) throw new Error('down');
      return [at('1', 1)];
    });
    await clock.settle();
    tracker.onTrades([at('2', 2)]);
    expect(ids()).toEqual(['2']);
    await clock.advance(1_000);
    expect(ids().sort()).toEqual(['1', '2']);
  });

  it('adds the trades missed while disconnected before the next stream trade', async () => {
    let history = [at('1', 1)];
    const { clock, tracker, ids } = openBench(async () => history);
    await clock.settle();
    tracker.onMissing('disconnected');
    history = [at('1', 1), at('2', 2), at('3', 3)];
    tracker.onTrades([at('4', 4)]);
    await clock.settle();
    expect(ids()).toEqual(['1', '2', '3', '4']);
  });

  it('is incomplete from the loss of its stream until a read that is newer than its return', async () => {
    let history = [at('1', 1)];
    const { clock, tracker, ids } = openBench(async () => ({ trades: history, problem: null, maxAgeMs: 1_000 }));
    await clock.settle();
    for (const cause of ['silent', 'skipped', 'disconnected'] as const) {
      tracker.onMissing(cause);
      expect(tracker.gap()).toEqual({ code: 'missed', parameters: { cause } });
      await clock.advance(30_000);
      expect(tracker.gap()).not.toBeNull();
      tracker.onConnected();
      await clock.settle();
      // The first answer may be from before the return.
      expect(tracker.gap()).not.toBeNull();
      history = [...history, at(cause, history.length + 1)];
      await clock.advance(1_000);
      expect(tracker.gap()).toBeNull();
      expect(ids()).toContain(cause);
    }
    expect(tracker.holesBefore()).toEqual([]);
  });

  it('marks a hole where REST no longer has what was missed', async () => {
    let history = [at('1', 1), at('2', 2)];
    const { clock, tracker, ids } = openBench(async () => history);
    await clock.settle();
    tracker.onMissing('silent');
    history = [at('7', 7), at('8', 8)];
    tracker.onConnected();
    await clock.settle();
    expect(ids()).toEqual(['1', '2', '7', '8']);
    expect(tracker.holesBefore()).toEqual(['7']);
    expect(tracker.gap()).toBeNull();
    tracker.onMissing('disconnected');
    history = [at('8', 8), at('9', 9)];
    tracker.onConnected();
    await clock.settle();
    expect(tracker.holesBefore()).toEqual(['7']);
  });

  it('does not report a change for a repeated trade', async () => {
    const { clock, tracker, changes } = openBench(async () => [at('1', 1)]);
    await clock.settle();
    expect(changes()).toBe(1);
    tracker.onTrades([at('1', 1)]);
    expect(changes()).toBe(1);
  });

  it('has a gap after an unreadable trade until a later read is complete', async () => {
    let history = [at('1', 1)];
    const { clock, tracker, ids, changes } = openBench(async () => ({
      trades: history,
      problem: null,
      maxAgeMs: 2_000,
    }));
    await clock.settle();
    expect(tracker.gap()).toBeNull();
    const before = changes();
    tracker.onUnreadable(PROBLEM);
    expect(tracker.gap()).toEqual({ code: 'unreadableMessage', parameters: { problem: PROBLEM } });
    expect(changes()).toBe(before + 1);
    history = [at('1', 1), at('2', 2)];
    await clock.advance(1_000);
    // An answer with a max-age of two seconds may be older than the trade.
    expect(ids()).toEqual(['1', '2']);
    expect(tracker.gap()).not.toBeNull();
    await clock.advance(2_000);
    expect(tracker.gap()).toBeNull();
  });

  it('reads a tape that stays unreadable a few times and keeps the readable trades and the gap', async () => {
    let reads = 0;
    const { clock, tracker, ids } = openBench(async () => {
      reads += 1;
      return { trades: [at('1', 1)], problem: PROBLEM, maxAgeMs: null };
    });
    await clock.advance(3_600_000);
    expect(ids()).toEqual(['1']);
    expect(tracker.gap()).toEqual({ code: 'unreadableHistory', parameters: { problem: PROBLEM } });
    expect(reads).toBe(7);
  });

  it('reads again after the last of many unreadable trades, so that the gap ends', async () => {
    const { clock, tracker } = openBench(async () => []);
    for (let second = 0; second < 90; second += 1) {
      tracker.onUnreadable({ ...PROBLEM, path: `trade ${second}` });
      await clock.advance(1_000);
    }
    await clock.advance(120_000);
    expect(tracker.gap()).toBeNull();
  });

  it('limits its reads while unreadable trades keep arriving', async () => {
    let reads = 0;
    const { clock, tracker } = openBench(async () => {
      reads += 1;
      return [];
    });
    for (let second = 0; second < 600; second += 1) {
      tracker.onUnreadable({ ...PROBLEM, path: `trade ${second}` });
      await clock.advance(1_000);
    }
    expect(reads).toBeGreaterThan(7);
    expect(reads).toBeLessThan(60);
  });
});
