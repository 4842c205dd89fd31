import { describe, expect, it } from 'vitest';
import { type BookTracker, openBookTracker } from '#main/market/bookTracker.ts';
import type { BookUpdate } from '#shared/market/book.ts';
import { type FakeClock, openFakeClock } from '#test/slice/fakeClock.ts';
import { levels, MARKET, makeBook } from '#test/slice/makers.ts';
import { explainAsCode } from '#test/slice/tradingBench.ts';

interface Bench {
  readonly clock: FakeClock;
  readonly tracker: BookTracker;
  readonly resubscribed: number[];
  readonly lives: number[];
  readonly lost: string[];
  readonly missing: string[];
  readonly emptied: number[];
  serve: () => Promise<BookUpdate & { maxAgeMs?: number }>;
  reads: number;
}

function openBench(): Bench {
  const clock = openFakeClock();
  const bench: Bench = {
    clock,
    resubscribed: [],
    lives: [],
    lost: [],
    missing: [],
    emptied: [],
    reads: 0,
    serve: () => Promise.reject(new Error('no answer')),
    tracker: openBookTracker({
      ...clock,
      market: MARKET,
      explainRead: explainAsCode,
      fetchBook: () => {
        bench.reads += 1;
        return bench.serve();
      },
      resubscribe: () => void bench.resubscribed.push(clock.now()),
      onChange: () => {},
      onLive: () => void bench.lives.push(clock.now()),
      onLost: ({ at }) => void bench.lost.push(at),
      onEmptied: () => void bench.emptied.push(clock.now()),
      onHealth: () => undefined,
      onMissing: (cause) => void bench.missing.push(cause),
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

describe('book tracker', () => {
  it('is proved on request, and not before it has a snapshot', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    bench.serve = () => Promise.resolve({ ...makeBook(5), maxAgeMs: 0 });
    tracker.prove();
    await clock.settle();
    expect(bench.reads).toBe(0);
    tracker.onSnapshot(makeBook(5), clock.now());
    await clock.advance(1_000);
    const version = tracker.version();
    tracker.prove();
    await clock.settle();
    expect(bench.reads).toBe(1);
    expect(tracker.provedAtMs()).toBe(clock.now());
    expect(tracker.version()).toBeGreaterThan(version);
  });

  it('reports a change that leaves no level, once, and not a book that begins empty', () => {
    const { tracker, clock, emptied } = openBench();
    tracker.onSnapshot({ bids: [], asks: [], sequence: 4 }, clock.now());
    tracker.onIncrement(increment(5, { bids: levels(['0.6', '1']) }), clock.now());
    expect(emptied).toHaveLength(0);
    tracker.onIncrement(increment(6, { bids: levels(['0.6', '0']) }), clock.now());
    tracker.onIncrement(increment(7), clock.now());
    expect(emptied).toHaveLength(1);
    tracker.onSnapshot(makeBook(8), clock.now());
    tracker.onSnapshot({ bids: [], asks: [], sequence: 9 }, clock.now());
    expect(emptied).toHaveLength(2);
  });

  it('waits for a snapshot, drops increments before it, and is live with it', () => {
    const { tracker, clock, lives } = openBench();
    tracker.onIncrement(increment(4), clock.now());
    expect(tracker.health().at).toBe('waiting');
    tracker.onSnapshot(makeBook(5), clock.now());
    expect(tracker.health()).toEqual({ at: 'live' });
    expect(tracker.bestBid()).toBe(600_000);
    expect(tracker.bestAsk()).toBe(620_000);
    expect(lives).toHaveLength(1);
  });

  it('raises its version with every change and not with a repeat', () => {
    const { tracker, clock } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    const version = tracker.version();
    tracker.onIncrement(increment(6, { bids: levels(['0.61', '1']) }), clock.now());
    expect(tracker.version()).toBeGreaterThan(version);
    const after = tracker.version();
    tracker.onIncrement(increment(6), clock.now());
    expect(tracker.version()).toBe(after);
  });

  it('drops increments until the snapshot that follows a gap, and requests it once', async () => {
    const { tracker, clock, resubscribed } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    tracker.onIncrement(increment(7), clock.now());
    expect(tracker.health()).toMatchObject({
      at: 'resyncing',
      reason: { code: 'sequenceGap', parameters: { expected: 6, received: 7 } },
    });
    tracker.onIncrement(increment(8), clock.now());
    tracker.onIncrement(increment(6), clock.now());
    expect(resubscribed).toHaveLength(1);
    expect(tracker.book.sequence).toBe(5);
    await clock.advance(1_000);
    tracker.onSnapshot(makeBook(9), clock.now());
    expect(tracker.health().at).toBe('live');
    expect(resubscribed).toHaveLength(1);
  });

  it('requests the snapshot again when it does not arrive', async () => {
    const { tracker, clock, resubscribed } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    tracker.onIncrement(increment(7), clock.now());
    await clock.advance(15_000);
    expect(resubscribed).toHaveLength(2);
  });

  it('suspects a crossed book, a price off the grid and an unreadable message', () => {
    for (const invalidate of [
      (tracker: BookTracker) => tracker.onIncrement(increment(6, { bids: levels(['0.62', '1']) }), 0),
      (tracker: BookTracker) => tracker.onIncrement(increment(6, { bids: levels(['0.6005', '1']) }), 0),
      (tracker: BookTracker) => tracker.onUnreadable(null),
      (tracker: BookTracker) => tracker.onSnapshot(makeBook(6, { bids: levels(['0.70', '1']) }), 0),
      (tracker: BookTracker) => tracker.onSnapshot(makeBook(6, { bids: levels(['0.7005', '1']) }), 0),
    ]) {
      const { tracker, clock, resubscribed } = openBench();
      tracker.onSnapshot(makeBook(5), clock.now());
      invalidate(tracker);
      expect(tracker.health().at).toBe('suspect');
      expect(resubscribed).toHaveLength(1);
    }
  });

  const problem = { path: 'bids[1]', expected: 'a price as text', found: '7' };
  const leftOut = (bid: string) => ({ count: 2, bid: levels([bid, '1'])[0]!.price, ask: null, problem });

  it('stays live, and says so, without a level behind the best one', () => {
    const { tracker, clock, resubscribed } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    tracker.onIncrement(increment(6, { bids: levels(['0.59', '7']), leftOut: leftOut('0.55') }), clock.now());
    expect(tracker.health()).toEqual({
      at: 'live',
      unchecked: { code: 'levelsLeftOut', parameters: { count: 2, problem } },
    });
    expect(resubscribed).toEqual([]);
    tracker.onIncrement(increment(7, { bids: levels(['0.60', '0'], ['0.59', '0'], ['0.54', '1']) }), clock.now());
    expect(tracker.health()).toMatchObject({
      at: 'suspect',
      reason: { code: 'bestInDoubt', parameters: { count: 2 } },
    });
    expect(resubscribed).toHaveLength(1);
    tracker.onSnapshot(makeBook(8), clock.now());
    expect(tracker.health()).toEqual({ at: 'live' });
  });

  it('suspects a book whose best level cannot be read, and shows the other levels', () => {
    const { tracker, clock } = openBench();
    tracker.onSnapshot(makeBook(5, { leftOut: leftOut('0.60') }), clock.now());
    expect(tracker.health()).toMatchObject({ at: 'suspect', reason: { code: 'bestInDoubt' } });
    expect([tracker.bestBid(), tracker.bestAsk()]).toEqual([600_000, 620_000]);
  });

  it('suspects a book whose first snapshot cannot be read, instead of waiting without a word', () => {
    const { tracker } = openBench();
    tracker.onUnreadable(problem);
    expect(tracker.health()).toMatchObject({ at: 'suspect', reason: { code: 'unreadableMessage' } });
  });

  it('asks for a fresh snapshot once the REST book has the level that it left out', async () => {
    const bench = openBench();
    const { tracker, clock, resubscribed } = bench;
    tracker.onSnapshot(makeBook(5, { bids: levels(['0.60', '100']), leftOut: leftOut('0.59') }), clock.now());
    bench.serve = async () => makeBook(5);
    expect(resubscribed).toEqual([]);
    await clock.advance(20_000);
    expect(resubscribed.length).toBeGreaterThan(0);
    tracker.onSnapshot(makeBook(5), clock.now());
    expect(tracker.health()).toEqual({ at: 'live' });
  });

  it('is whole again when the REST book has nothing more', async () => {
    const bench = openBench();
    const { tracker, clock, resubscribed } = bench;
    tracker.onSnapshot(makeBook(5, { leftOut: leftOut('0.55') }), clock.now());
    expect(tracker.health()).toMatchObject({ at: 'live', unchecked: { code: 'levelsLeftOut' } });
    bench.serve = async () => makeBook(5);
    await clock.advance(20_000);
    expect(tracker.book.leftOut).toBeNull();
    expect(tracker.health()).not.toHaveProperty('unchecked');
    expect(resubscribed).toEqual([]);
  });

  it('is not contradicted by a REST book whose level cannot be read', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => ({ ...makeBook(5, { bids: levels(['0.60', '100']) }), leftOut: leftOut('0.59') });
    for (let check = 0; check < 3; check += 1) await clock.advance(20_000);
    expect(bench.reads).toBeGreaterThan(2);
    expect(['live', 'quiet']).toContain(tracker.health().at);
  });

  it('backs off when every snapshot is invalid', async () => {
    const { tracker, clock, resubscribed } = openBench();
    const sendCrossed = (): void => tracker.onSnapshot(makeBook(6, { bids: levels(['0.70', '1']) }), clock.now());
    for (let turn = 0; turn < 50; turn += 1) {
      sendCrossed();
      await clock.advance(100);
    }
    expect(resubscribed.length).toBeLessThanOrEqual(2);
  });

  it('requests at once again after a minute live, whatever gaps came before', async () => {
    const { tracker, clock, resubscribed } = openBench();
    for (let day = 1; day <= 10; day += 1) {
      tracker.onSnapshot(makeBook(day * 100), clock.now());
      for (let step = 1; step <= 4; step += 1) {
        await clock.advance(20_000);
        tracker.onIncrement(increment(day * 100 + step), clock.now());
      }
      expect(tracker.health().at).toBe('live');
      tracker.onIncrement(increment(day * 100 + 50), clock.now());
      expect(tracker.health().at).toBe('resyncing');
      expect(resubscribed).toHaveLength(day);
      expect(resubscribed.at(-1)).toBe(clock.now());
    }
  });

  it('is stale and requests nothing while disconnected, and live with the next snapshot', async () => {
    const { tracker, clock, resubscribed } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    tracker.onDisconnected({ code: 'closedByExchange', parameters: { closeCode: 1006 } });
    expect(tracker.health()).toMatchObject({ at: 'stale', sinceMs: clock.now() });
    await clock.advance(60_000);
    expect(resubscribed).toEqual([]);
    tracker.onIncrement(increment(6), clock.now());
    expect(tracker.health().at).toBe('stale');
    tracker.onSnapshot(makeBook(2), clock.now());
    expect(tracker.health().at).toBe('live');
    expect(tracker.book.sequence).toBe(2);
  });

  it('requests the first snapshot when the subscription sends none', async () => {
    const { clock, resubscribed } = openBench();
    await clock.advance(5_000);
    expect(resubscribed).toHaveLength(1);
  });

  it('suspects a book that differs from the REST book at the same sequence', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(5, { asks: levels(['0.62', '81']) });
    await clock.advance(17_000);
    expect(bench.reads).toBe(1);
    expect(tracker.health()).toMatchObject({ at: 'suspect' });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('stays live when the REST book equals its own state at that older sequence', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    await clock.advance(15_000);
    tracker.onIncrement(increment(6, { bids: levels(['0.60', '0']) }), clock.now());
    bench.serve = async () => makeBook(5);
    await clock.advance(2_000);
    expect(bench.reads).toBe(1);
    expect(tracker.health().at).toBe('live');
  });

  it('is stale when the REST book is ahead of a silent stream twice in a row', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(9);
    await clock.advance(17_000);
    expect(tracker.health().at).toBe('live');
    await clock.advance(2_000);
    expect(tracker.health()).toMatchObject({ at: 'stale' });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('stays live when the REST book is ahead again of a stream that moves', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(9);
    await clock.advance(17_000);
    tracker.onIncrement(increment(6), clock.now());
    await clock.advance(2_000);
    expect(bench.reads).toBe(2);
    expect(tracker.health().at).toBe('live');
  });

  it('stays live when the stream catches up with the REST book', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(6);
    await clock.advance(17_000);
    tracker.onIncrement(increment(6), clock.now());
    await clock.advance(2_000);
    expect(bench.reads).toBe(2);
    expect(tracker.health().at).toBe('live');
  });

  it('is stale without messages and REST answers, and live again with an increment that fits', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    await clock.advance(80_000);
    const failure = explainAsCode(new Error('no answer'));
    expect(tracker.health()).toMatchObject({ at: 'stale', reason: { code: 'noContact', parameters: { failure } } });
    expect(bench.resubscribed).toEqual([]);
    tracker.onIncrement(increment(6), clock.now());
    expect(tracker.health().at).toBe('live');
  });

  it('suspects a book that stays ahead of the REST book for longer than its max-age', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => makeBook(3);
    await clock.advance(17_000);
    expect([bench.reads, tracker.health().at]).toEqual([1, 'live']);
    await clock.advance(5_100);
    expect(bench.reads).toBe(2);
    expect(tracker.health()).toMatchObject({
      at: 'suspect',
      reason: { code: 'aheadOfRest', parameters: { restSequence: 3, streamSequence: 50 } },
    });
    expect(bench.resubscribed).toHaveLength(1);
  });

  it('waits for max-age before it suspects the book, and never suspects it above a minute', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 20_000 });
    await clock.advance(34_000);
    expect(tracker.health().at).toBe('live');
    await clock.advance(4_000);
    expect(tracker.health().at).toBe('suspect');
    tracker.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 3_600_000 });
    await clock.advance(600_000);
    // Nothing proves the book that was subscribed again, and nothing contradicts it.
    expect(tracker.health()).toMatchObject({ at: 'stale', reason: { code: 'resubscribed' } });
  });

  it('is unchecked while REST books may be older than a minute, until one is conclusive', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(50), clock.now());
    bench.serve = async () => ({ ...makeBook(3), maxAgeMs: 3_600_000 });
    const before = tracker.version();
    await clock.advance(20_000);
    expect(tracker.health()).toEqual({
      at: 'live',
      unchecked: { code: 'restTooOld', parameters: { maxAgeMs: 3_600_000 } },
    });
    expect(tracker.version()).toBeGreaterThan(before);
    tracker.onIncrement(increment(51), clock.now());
    expect(tracker.health()).toHaveProperty('unchecked');
    bench.serve = async () => ({ ...makeBook(51), maxAgeMs: 3_600_000 });
    await clock.advance(20_000);
    expect(tracker.health()).toEqual({ at: 'live' });
  });

  it('is unchecked after three inconclusive comparisons: no answer, or levels that match no state', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(1), clock.now());
    bench.serve = async () => makeBook(-1, { bids: [] });
    let sequence = 1;
    const advance = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        sequence += 1;
        tracker.onIncrement(increment(sequence), clock.now());
        await clock.advance(1_000);
      }
    };
    await advance(35);
    expect(tracker.health()).toEqual({ at: 'live' });
    await advance(15);
    expect(tracker.health()).toEqual({
      at: 'live',
      unchecked: { code: 'restWithoutSequence', parameters: {} },
    });
    bench.serve = async () => makeBook(-1);
    await advance(15);
    expect(tracker.health()).toEqual({ at: 'live' });
    bench.serve = () => Promise.reject(new Error('connection refused'));
    await advance(60);
    expect(tracker.health()).toEqual({
      at: 'live',
      unchecked: { code: 'restUnavailable', parameters: { failure: explainAsCode(new Error('connection refused')) } },
    });
  });

  it('stays live when an older answer is followed by one that agrees', async () => {
    const bench = openBench();
    const { tracker, clock } = bench;
    tracker.onSnapshot(makeBook(5), clock.now());
    bench.serve = async () => makeBook(bench.reads === 1 ? 4 : 5);
    await clock.advance(60_000);
    expect(tracker.health().at).toBe('live');
    expect(bench.resubscribed).toEqual([]);
  });

  it('leaves no timer after close', async () => {
    const { tracker, clock } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    await clock.advance(15_500);
    tracker.close();
    expect(clock.pending()).toBe(0);
  });
});

describe('silence of a book', () => {
  /** A live book that changed every 300 ms for 33 s; REST is equal and at most a second old. */
  async function openBusy() {
    const bench = openBench();
    const { tracker, clock } = bench;
    let sequence = 1;
    tracker.onSnapshot(makeBook(sequence), clock.now());
    bench.serve = async () => ({ ...makeBook(sequence), maxAgeMs: 1_000 });
    const change = (): void => {
      sequence += 1;
      tracker.onIncrement(increment(sequence), clock.now());
    };
    for (let turn = 0; turn < 110; turn += 1) {
      await clock.advance(300);
      change();
    }
    const before = bench.reads;
    return { ...bench, bench, change, sequence: () => sequence, readsSince: () => bench.reads - before };
  }
  const age = ({ tracker, clock }: Pick<Bench, 'tracker' | 'clock'>): number => clock.now() - tracker.provedAtMs()!;
  const never = () => new Promise<never>(() => {});

  it('is quiet within ten seconds in a busy market, and stale when REST is ahead', async () => {
    const busy = await openBusy();
    busy.bench.serve = async () => ({ ...makeBook(busy.sequence() + 5), maxAgeMs: 1_000 });
    await busy.clock.advance(3_000);
    expect(busy.tracker.health().at).toBe('quiet');
    expect(busy.tracker.health()).toMatchObject({ reason: { code: 'behindRest' } });
    expect(busy.readsSince()).toBe(1);
    await busy.clock.advance(2_000);
    expect(busy.tracker.health()).toMatchObject({ at: 'stale', reason: { code: 'streamSilent' } });
    expect([busy.resubscribed.length, busy.lost, busy.missing]).toEqual([1, ['stale'], ['silent']]);
  });

  it('stays not live after a new subscription until a change arrives', async () => {
    const busy = await openBusy();
    const { tracker, clock, bench } = busy;
    bench.serve = async () => ({ ...makeBook(busy.sequence() + 5), maxAgeMs: 1_000 });
    const states = new Set<string>();
    const agesAtSnapshot: number[] = [];
    await clock.advance(5_000);
    for (let turn = 0; turn < 30; turn += 1) {
      if (busy.resubscribed.length > agesAtSnapshot.length) {
        const before = age(busy);
        tracker.onSnapshot(makeBook(busy.sequence()), clock.now());
        agesAtSnapshot.push(age(busy) - before);
      }
      states.add(tracker.health().at);
      await clock.advance(1_000);
    }
    expect([...states]).toEqual(['stale']);
    expect(agesAtSnapshot.length).toBeGreaterThanOrEqual(3);
    expect(new Set(agesAtSnapshot)).toEqual(new Set([0]));
    tracker.onSnapshot(makeBook(busy.sequence()), clock.now());
    busy.change();
    expect(tracker.health()).toEqual({ at: 'live' });
    expect(age(busy)).toBe(0);
  });

  it('is live again after a check that agrees, with the age of the check, and checks ever less often', async () => {
    const busy = await openBusy();
    const { tracker, clock } = busy;
    await clock.advance(3_000);
    expect(tracker.health()).toEqual({ at: 'live' });
    expect([busy.readsSince(), age(busy)]).toEqual([1, 1_000]);
    await clock.advance(600_000);
    expect(tracker.health()).toEqual({ at: 'live' });
    // One audit every fifteen seconds, and a few checks in the first minute.
    expect(busy.readsSince()).toBeLessThanOrEqual(600 / 15 + 5);
    expect(age(busy)).toBeLessThanOrEqual(16_000);
  });

  it('is not made live by a check that is not answered, and is stale after a minute without contact', async () => {
    const busy = await openBusy();
    const { tracker, clock, bench } = busy;
    bench.serve = never;
    await clock.advance(3_000);
    expect(tracker.health().at).toBe('quiet');
    await clock.advance(30_000);
    expect(tracker.health().at).toBe('quiet');
    expect(busy.readsSince()).toBe(1);
    await clock.advance(60_000);
    const parameters = { failure: null };
    expect(tracker.health()).toMatchObject({ at: 'stale', reason: { code: 'noContact', parameters } });
  });

  it('keeps counting its age while checks fail, and is live with the next change', async () => {
    const busy = await openBusy();
    const { tracker, clock, bench } = busy;
    bench.serve = () => Promise.reject(new Error('down'));
    await clock.advance(20_000);
    expect(tracker.health()).toMatchObject({
      at: 'quiet',
      reason: { code: 'checkFailed', parameters: { failure: explainAsCode(new Error('down')) } },
    });
    expect(age(busy)).toBe(20_000);
    expect(busy.readsSince()).toBeLessThanOrEqual(6);
    busy.change();
    expect(tracker.health().at).toBe('live');
    expect([busy.lost, busy.resubscribed]).toEqual([[], []]);
  });

  it('takes an answer that may be from before the silence for no proof', async () => {
    const busy = await openBusy();
    const { tracker, clock, bench } = busy;
    bench.serve = async () => ({ ...makeBook(busy.sequence()), maxAgeMs: 4_000 });
    await clock.advance(3_000);
    expect(tracker.health()).toMatchObject({ at: 'quiet', reason: { code: 'inconclusive' } });
    await clock.advance(2_000);
    expect(tracker.health()).toEqual({ at: 'live' });
    expect(age(busy)).toBe(4_000);
  });

  it('reports lost messages when the sequence skips', async () => {
    const { tracker, clock, missing } = openBench();
    tracker.onSnapshot(makeBook(5), clock.now());
    tracker.onIncrement(increment(7), clock.now());
    expect(missing).toEqual(['skipped']);
  });
});
