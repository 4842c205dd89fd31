import { describe, expect, it } from 'vitest';
import { type BookTracker, openBookTracker } from '#main/market/bookTracker.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import { type FakeClock, openFakeClock } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeBook } from '#test/slice/makers.ts';

interface Bench {
  readonly clock: FakeClock;
  readonly keeper: BookTracker;
  readonly resubscribed: number[];
  readonly lives: number[];
  serve: () => Promise<BookUpdate & { maxAgeMs?: number }>;
  reads: number;
}

function openBench(): Bench {
  const clock = openFakeClock();
  const bench: Bench = {
    clock,
    resubscribed: [],
    lives: [],
    reads: 0,
    serve: () => Promise.reject(new Error('no answer')),
    keeper: openBookTracker({
      ...clock,
      market: MARKET,
      fetchBook: () => {
        bench.reads += 1;
        return bench.serve();
      },
      resubscribe: () => void bench.resubscribed.push(clock.now()),
      onChange: () => {},
      onLive: () => void bench.lives.push(clock.now()),
    }),
  };
  return bench;
}

const increment = (sequence: number, change: Partial<BookUpdate> = {}): BookUpdate => ({
  bids: [],
  asks: [],
  sequence,
  ...change,
});

describe('book keeper', () => {
  it('waits for a snapshot, drops increments before it, and is live with it', () => {
    const { keeper, clock, lives } = openBench();
    keeper.onIncrement(increment(4), clock.now());
    expect(keeper.health().at).toBe('waiting');
    keeper.onSnapshot(makeBook(5), clock.now());
    expect(keeper.health()).toEqual({ at: 'live' });
    expect(keeper.bestBid()).toBe(600_000);
    expect(keeper.bestAsk()).toBe(620_000);
    expect(lives).toHaveLength(1);
  });

  it('raises its version with every change and not with a repeat', () => {
    const { keeper, clock } = openBench();
    keeper.onSnapshot(makeBook(5), clock.now());
    const version = keeper.version();
    keeper.onIncrement(increment(6, { bids: levels(['0.61', '1']) }), clock.now());
    expect(keeper.version()).toBeGreaterThan(version);
    const after = keeper.version();
    keeper.onIncrement(increment(6), clock.now());
    expect(keeper.version()).toBe(after);
  });

  it('drops increments until the snapshot that follows a gap, and asks for it once', async () => {
    const { keeper, clock, resubscribed } = openBench();
    keeper.onSnapshot(makeBook(5), clock.now());
    keeper.onIncrement(increment(7), clock.now());
    expect(keeper.health()).toMatchObject({ at: 'resyncing', why: 'Sequence 7 came where 6 was expected' });
    keeper.onIncrement(increment(8), clock.now());
    keeper.onIncrement(increment(6), clock.now());
    expect(resubscribed).toHaveLength(1);
    expect(keeper.book.sequence).toBe(5);
    await clock.advance(1_000);
    keeper.onSnapshot(makeBook(9), clock.now());
    expect(keeper.health().at).toBe('live');
    expect(resubscribed).toHaveLength(1);
  });

  it('asks again when the snapshot that was asked for does not come', async () => {
    const { keeper, clock, resubscribed } = openBench();
    keeper.onSnapshot(makeBook(5), clock.now());
    keeper.onIncrement(increment(7), clock.now());
    await clock.advance(15_000);
    expect(resubscribed).toHaveLength(2);
  });

  it('suspects a crossed book, a price between the ticks and an unreadable message', () => {
    for (const spoil of [
      (keeper: BookTracker) => keeper.onIncrement(increment(6, { bids: levels(['0.62', '1']) }), 0),
      (keeper: BookTracker) => keeper.onIncrement(increment(6, { bids: levels(['0.6005', '1']) }), 0),
      (keeper: BookTracker) => keeper.onUnreadable('not JSON'),
      (keeper: BookTracker) => keeper.onSnapshot(makeBook(6, { bids: levels(['0.70', '1']) }), 0),
      (keeper: BookTracker) => keeper.onSnapshot(makeBook(6, { bids: levels(['0.7005', '1']) }), 0),
    ]) {
      const { keeper, clock, resubscribed } = openBench();
      keeper.onSnapshot(makeBook(5), clock.now());
      spoil(keeper);
      expect(keeper.health().at).toBe('suspect');
      expect(resubscribed).toHaveLength(1);
    }
  });

  it('asks with growing pauses when every snapshot is bad', async () => {
    const { keeper, clock, resubscribed } = openBench();
    const bad = (): void => keeper.onSnapshot(makeBook(6, { bids: levels(['0.70', '1']) }), clock.now());
    for (let turn = 0; turn < 50; turn += 1) {
      bad();
      await clock.advance(100);
    }
    expect(resubscribed.length).toBeLessThanOrEqual(2);
  });

  it('asks at once again after a calm minute, however often a sequence skipped before', async () => {
    const { keeper, clock, resubscribed } = openBench();
    for (let day = 1; day <= 10; day += 1) {
      keeper.onSnapshot(makeBook(day * 100), clock.now());
      for (let step = 1; step <= 4; step += 1) {
        await clock.advance(20_000);
        keeper.onIncrement(increment(day * 100 + step), clock.now());
      }
      expect(keeper.health().at).toBe('live');
      keeper.onIncrement(increment(day * 100 + 50), clock.now());
      expect(keeper.health().at).toBe('resyncing');
      expect(resubscribed).toHaveLength(day);
      expect(resubscribed.at(-1)).toBe(clock.now());
    }
  });

  it('is stale while disconnected, asks nothing, and lives again with the next snapshot', async () => {
    const { keeper, clock, resubscribed } = openBench();
    keeper.onSnapshot(makeBook(5), clock.now());
    keeper.onDisconnected('closed with 1006');
    expect(keeper.health()).toMatchObject({ at: 'stale', sinceMs: clock.now() });
    await clock.advance(60_000);
    expect(resubscribed).toEqual([]);
    keeper.onIncrement(increment(6), clock.now());
    expect(keeper.health().at).toBe('stale');
    keeper.onSnapshot(makeBook(2), clock.now());
    expect(keeper.health().at).toBe('live');
    expect(keeper.book.sequence).toBe(2);
  });

  it('asks for the first snapshot when a subscription brings none', async () => {
    const { clock, resubscribed } = openBench();
    await clock.advance(5_000);
    expect(resubscribed).toHaveLength(1);
  });

  it('suspects a book that differs from the served one at the same sequence', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(5, { asks: levels(['0.62', '81']) });
    await clock.advance(17_000);
    expect(bench.reads).toBe(1);
    expect(keeper.health()).toMatchObject({ at: 'suspect' });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('stays live when the served book is the one it had at that sequence, though newer increments came', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    await clock.advance(15_000);
    keeper.onIncrement(increment(6, { bids: levels(['0.60', '0']) }), clock.now());
    bench.serve = async () => makeBook(5);
    await clock.advance(2_000);
    expect(bench.reads).toBe(1);
    expect(keeper.health().at).toBe('live');
  });

  it('is stale when the exchange is ahead twice in a row of a silent stream', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(9);
    await clock.advance(17_000);
    expect(keeper.health().at).toBe('live');
    await clock.advance(2_000);
    expect(keeper.health()).toMatchObject({ at: 'stale' });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('stays live when the exchange is ahead again of a stream that moves', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(9);
    await clock.advance(17_000);
    keeper.onIncrement(increment(6), clock.now());
    await clock.advance(2_000);
    expect(bench.reads).toBe(2);
    expect(keeper.health().at).toBe('live');
  });

  it('stays live when the exchange was ahead and the stream caught up', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(6);
    await clock.advance(17_000);
    keeper.onIncrement(increment(6), clock.now());
    await clock.advance(2_000);
    expect(bench.reads).toBe(2);
    expect(keeper.health().at).toBe('live');
  });

  it('says that it has heard nothing when messages and reads both fail, and lives again with a word that fits', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    await clock.advance(80_000);
    expect(keeper.health()).toMatchObject({ at: 'stale' });
    expect(bench.resubscribed).toEqual([]);
    keeper.onIncrement(increment(6), clock.now());
    expect(keeper.health().at).toBe('live');
  });

  it('suspects a book that stays ahead of the exchange for longer than a served book may be old', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => makeBook(3);
    await clock.advance(17_000);
    expect([bench.reads, keeper.health().at]).toEqual([1, 'live']);
    await clock.advance(5_100);
    expect(bench.reads).toBe(2);
    expect(keeper.health()).toMatchObject({ at: 'suspect', why: expect.stringContaining('sequence 3') });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('waits as long as max-age says before it doubts, and for ever when that is too long', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 20_000 });
    await clock.advance(35_000);
    expect(keeper.health().at).toBe('live');
    await clock.advance(3_000);
    expect(keeper.health().at).toBe('suspect');
    keeper.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 3_600_000 });
    await clock.advance(600_000);
    expect(keeper.health().at).toBe('live');
  });

  it('says that it can not be checked where served books may be older than a minute, until one tells something', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 3_600_000 });
    const before = keeper.version();
    await clock.advance(20_000);
    expect(keeper.health()).toEqual({ at: 'live', unchecked: expect.stringContaining('may be 3600 s old') });
    expect(keeper.version()).toBeGreaterThan(before);
    keeper.onIncrement(increment(51), clock.now());
    expect(keeper.health()).toHaveProperty('unchecked');
    bench.serve = async () => ({ ...makeBook(51), maxAgeMs: 3_600_000 });
    await clock.advance(20_000);
    expect(keeper.health()).toEqual({ at: 'live' });
  });

  it('says that it can not be checked after three checks that told nothing: no answer, or levels that fit no moment', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(1), clock.now());
    bench.serve = async () => makeBook(-1, { bids: [] });
    let sequence = 1;
    const advance = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        sequence += 1;
        keeper.onIncrement(increment(sequence), clock.now());
        await clock.advance(1_000);
      }
    };
    await advance(35);
    expect(keeper.health()).toEqual({ at: 'live' });
    await advance(15);
    expect(keeper.health()).toEqual({ at: 'live', unchecked: expect.stringContaining('names no sequence') });
    bench.serve = async () => makeBook(-1);
    await advance(15);
    expect(keeper.health()).toEqual({ at: 'live' });
    bench.serve = () => Promise.reject(new Error('connection refused'));
    await advance(60);
    expect(keeper.health()).toEqual({ at: 'live', unchecked: expect.stringContaining('connection refused') });
  });

  it('believes again when an old answer gives way to one that agrees', async () => {
    const bench = openBench();
    const { keeper, clock } = bench;
    keeper.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(bench.reads === 1 ? 4 : 5);
    await clock.advance(60_000);
    expect(keeper.health().at).toBe('live');
    expect(bench.resubscribed).toEqual([]);
  });

  it('leaves no timer behind', async () => {
    const { keeper, clock } = openBench();
    keeper.onSnapshot(makeBook(5), clock.now());
    await clock.advance(15_500);
    keeper.close();
    expect(clock.pending()).toBe(0);
  });
});
