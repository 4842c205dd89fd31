import { describe, expect, it } from 'vitest';
import { openTapeTracker } from '#main/market/tapeTracker.ts';
import { type RecentTrades, type Trade, tradesSince } from '#shared/market/tape.ts';
import { parsePrice } from '#shared/units/price.ts';
import { openFakeClock, START_MS } from '#test/slice/fakeClock.ts';
import { MARKET, makeTrade } from '#test/slice/makers.ts';

/** A function may answer the trades alone: then all could be read, and no cache was on the way. */
function openBench(read: () => Promise<Trade[] | RecentTrades>) {
  const clock = openFakeClock();
  let changes = 0;
  const keeper = openTapeTracker({
    market: MARKET,
    now: clock.now,
    schedule: clock.schedule,
    listRecentTrades: async () => {
      const served = await read();
      return Array.isArray(served) ? { trades: served, hole: null, maxAgeMs: 0 } : served;
    },
    onChange: () => {
      changes += 1;
    },
  });
  const ids = (): string[] => tradesSince(keeper.tape, 0).trades.map((trade) => trade.id);
  return { clock, keeper, ids, changes: () => changes };
}

const at = (id: string, ms: number): Trade => makeTrade(id, { exchangeTimeMs: START_MS + ms });

describe('tape keeper', () => {
  it('puts the history before the stream, each trade once, oldest first', async () => {
    const { clock, keeper, ids } = openBench(async () => [at('3', 3), at('2', 2), at('1', 1)]);
    keeper.onTrades([at('3', 3), at('4', 4)]);
    await clock.settle();
    expect(ids()).toEqual(['1', '2', '3', '4']);
    keeper.onTrades([at('4', 4), at('5', 5)]);
    expect(ids()).toEqual(['1', '2', '3', '4', '5']);
    expect(keeper.version()).toBe(5);
  });

  it('sums the volume traded at each price and knows the last price', async () => {
    const { clock, keeper } = openBench(async () => [
      makeTrade('1', { price: parsePrice('0.60') }),
      makeTrade('2', { price: parsePrice('0.60') }),
    ]);
    await clock.settle();
    const before = keeper.traded();
    expect([...before]).toEqual([600_000, 20_000_000]);
    expect(keeper.traded()).toBe(before);
    keeper.onTrades([makeTrade('3', { price: parsePrice('0.62'), exchangeTimeMs: START_MS + 1 })]);
    expect([...keeper.traded()]).toEqual([600_000, 20_000_000, 620_000, 10_000_000]);
    expect(keeper.lastPrice()).toBe(620_000);
  });

  it('counts no trade twice when the history is longer than the ring, whenever it is read again', async () => {
    const past = Array.from({ length: 900 }, (_, index) => at(String(index), Math.floor(index / 7)));
    const { clock, keeper, ids } = openBench(async () => [...past]);
    await clock.settle();
    expect(ids()).toEqual(past.slice(400).map((trade) => trade.id));
    const volume = () => keeper.traded()[1];
    const before = volume();
    for (let cut = 0; cut < 3; cut += 1) {
      keeper.onDisconnected();
      keeper.onConnected();
      await clock.settle();
    }
    expect(volume()).toBe(before);
    expect(ids()).toEqual(past.slice(400).map((trade) => trade.id));
    keeper.onTrades([at('900', 900)]);
    expect(volume()).toBe(before! + 10_000_000);
  });

  it('lets the stream through when the history fails, and reads it again later', async () => {
    let reads = 0;
    const { clock, keeper, ids } = openBench(async () => {
      reads += 1;
      if (reads === 1) throw new Error('down');
      return [at('1', 1)];
    });
    await clock.settle();
    keeper.onTrades([at('2', 2)]);
    expect(ids()).toEqual(['2']);
    await clock.advance(1_000);
    expect(ids().sort()).toEqual(['1', '2']);
  });

  it('reads what it missed after a cut, and puts it before what streams next', async () => {
    let served = [at('1', 1)];
    const { clock, keeper, ids } = openBench(async () => served);
    await clock.settle();
    keeper.onDisconnected();
    served = [at('1', 1), at('2', 2), at('3', 3)];
    keeper.onTrades([at('4', 4)]);
    await clock.settle();
    expect(ids()).toEqual(['1', '2', '3', '4']);
  });

  it('tells nobody when nothing is new', async () => {
    const { clock, keeper, changes } = openBench(async () => [at('1', 1)]);
    await clock.settle();
    expect(changes()).toBe(1);
    keeper.onTrades([at('1', 1)]);
    expect(changes()).toBe(1);
  });

  it('has a hole after an unreadable trade until a read from after it shows all of them', async () => {
    let served = [at('1', 1)];
    const { clock, keeper, ids, changes } = openBench(async () => ({ trades: served, hole: null, maxAgeMs: 2_000 }));
    await clock.settle();
    expect(keeper.hole()).toBeNull();
    const before = changes();
    keeper.onUnreadable('Expected a price');
    expect(keeper.hole()).toBe('Expected a price');
    expect(changes()).toBe(before + 1);
    served = [at('1', 1), at('2', 2)];
    await clock.advance(1_000);
    // An answer that may be two seconds old can be from before the trade.
    expect(ids()).toEqual(['1', '2']);
    expect(keeper.hole()).not.toBeNull();
    await clock.advance(2_000);
    expect(keeper.hole()).toBeNull();
  });

  it('reads a tape that stays unreadable a few times, keeps what can be read, and goes on saying so', async () => {
    let reads = 0;
    const { clock, keeper, ids } = openBench(async () => {
      reads += 1;
      return { trades: [at('1', 1)], hole: 'Expected a price', maxAgeMs: null };
    });
    await clock.advance(3_600_000);
    expect(ids()).toEqual(['1']);
    expect(keeper.hole()).toBe('Expected a price');
    expect(reads).toBe(7);
  });

  it('reads again after the last unreadable trade of many, so that no hole stays that a read would end', async () => {
    const { clock, keeper } = openBench(async () => []);
    for (let second = 0; second < 90; second += 1) {
      keeper.onUnreadable(`trade ${second}`);
      await clock.advance(1_000);
    }
    await clock.advance(120_000);
    expect(keeper.hole()).toBeNull();
  });

  it('does not read in a loop while unreadable trades keep coming', async () => {
    let reads = 0;
    const { clock, keeper } = openBench(async () => {
      reads += 1;
      return [];
    });
    for (let second = 0; second < 600; second += 1) {
      keeper.onUnreadable(`trade ${second}`);
      await clock.advance(1_000);
    }
    expect(reads).toBeGreaterThan(7);
    expect(reads).toBeLessThan(60);
  });
});
