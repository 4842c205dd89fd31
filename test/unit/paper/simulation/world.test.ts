import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { listBrokenInvariants } from '#paper/engine/invariants.ts';
import { levelsOf } from '#paper/engine/orderBook.ts';
import { periodMs } from '#paper/simulation/candles.ts';
import { EVENTS } from '#paper/simulation/catalogue.ts';
import { buildWorld, type World } from '#paper/simulation/world.ts';
import { PERIODS, type Period } from '#shared/market/candle.ts';

// Whole minutes are played: a busy machine needs longer for that than for other tests.
vi.setConfig({ testTimeout: 60_000 });

const START = 1_763_726_400_000;

interface Played {
  world: World;
  digest: string;
  increments: number;
  trades: number;
}

function play(seed: number, cuts: readonly number[]): Played {
  const hash = createHash('sha256');
  const counts = { increments: 0, trades: 0 };
  const world = buildWorld({
    seed,
    startMs: START,
    listener: {
      onOrder: () => {},
      onFill: () => {},
      onBalance: () => {},
      onPosition: () => {},
      onBook(market, changes) {
        counts.increments += 1;
        hash.update(`${market.slug} ${JSON.stringify(changes)}`);
      },
      onTrades(market, trades) {
        counts.trades += trades.length;
        hash.update(`${market.slug} ${JSON.stringify(trades)}`);
      },
      onCandles: (market, nowMs) => hash.update(JSON.stringify(market.candles.current('1m', nowMs))),
      onTick: (symbol, price) => hash.update(`${symbol} ${price}`),
    },
  });
  world.open();
  for (const atMs of cuts) world.advance(START + atMs);
  return { world, digest: hash.copy().digest('hex'), ...counts };
}

describe('the paper world', () => {
  test('says the same words again for the same seed, however the time is cut up', () => {
    const whole = play(7, [120_000]);
    const cut = play(7, Array.from({ length: 1_201 }, (_, at) => at * 100 - (at % 7)).concat(120_000));
    expect(cut.digest).toBe(whole.digest);
    expect(play(8, [120_000]).digest).not.toBe(whole.digest);
  });

  test('trades a few times a second and changes books all the time, with its invariants intact', () => {
    const { world, increments, trades } = play(7, [300_000, 600_000]);
    expect(trades / 600).toBeGreaterThan(1);
    expect(trades / 600).toBeLessThan(10);
    expect(increments / 600).toBeGreaterThan(10);
    expect(listBrokenInvariants(world.engine)).toEqual([]);
  });

  test('opens at least 20 markets of 6 events, thick ones with ten levels a side and a narrow spread', () => {
    const { world } = play(7, []);
    expect(EVENTS.length).toBeGreaterThanOrEqual(6);
    expect(world.markets.length).toBeGreaterThanOrEqual(20);
    expect(new Set(world.markets.map(({ slug }) => slug)).size).toBe(world.markets.length);
    for (const { plan, book, slug } of world.markets) {
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      expect(book.bestBid).toBeGreaterThan(0);
      expect(book.bestAsk).toBeLessThan(100);
      if (plan.tier !== 'busy') continue;
      expect(levelsOf(book, 'bid').length).toBeGreaterThanOrEqual(10);
      expect(levelsOf(book, 'ask').length).toBeGreaterThanOrEqual(10);
      expect(book.bestAsk - book.bestBid).toBeLessThanOrEqual(3);
    }
  });

  test('keeps the books of one event adding up to about one', () => {
    const { world } = play(11, [300_000, 600_000, 900_000]);
    for (const event of EVENTS) {
      const group = world.markets.filter((market) => market.event === event);
      if (group[0]!.plan.driver.kind !== 'share') continue;
      const middle = group.reduce((sum, { book }) => sum + (book.bestBid + book.bestAsk) / 2, 0);
      expect(middle).toBeGreaterThan(88);
      expect(middle).toBeLessThan(112);
    }
  });

  test('values a higher strike of one underlying no higher than a lower one', () => {
    const { world } = play(3, [60_000]);
    for (const symbol of ['BTC-USD', 'ETH-USD']) {
      const fairs = world.markets.flatMap((market) => {
        const { driver } = market.plan;
        const isOpenAbove = driver.kind === 'strike' && driver.widthCents === undefined;
        return isOpenAbove && driver.symbol === symbol ? [world.fairOf(market)] : [];
      });
      expect(fairs.length).toBeGreaterThan(2);
      expect(fairs).toEqual([...fairs].sort((a, b) => b - a));
    }
  });

  test('has 500 candles of every period that join each other and end at the last price', () => {
    const { world } = play(7, [95_000]);
    const market = world.markets[8]!;
    for (const period of Object.keys(PERIODS) as Period[]) {
      const candles = market.candles.list(period, world.nowMs(), null, null, 500);
      expect(candles).toHaveLength(500);
      candles.forEach((candle, at) => {
        expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
        expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
        expect(candle.low).toBeGreaterThanOrEqual(1);
        expect(candle.high).toBeLessThanOrEqual(99);
        const before = candles[at - 1];
        if (!before) return;
        expect(candle.openMs - before.openMs).toBe(periodMs(period));
        expect(candle.open).toBe(before.close);
      });
      expect(candles.at(-1)!.close).toBe(market.book.lastTicks);
    }
  });

  test('answers the same past whatever was asked before', () => {
    const [one, two] = [play(7, []), play(7, [])];
    two.world.markets[3]!.candles.list('1w', START, null, null, 200);
    const of = ({ world }: Played) => world.markets[3]!.candles.list('15m', START, null, START - 86_400_000, 50);
    expect(of(two)).toEqual(of(one));
    expect(of(two).at(-1)!.openMs).toBe(START - 86_400_000);
  });

  test('leaves the historical tape unattributed and names the taker on every live trade', () => {
    const { world } = play(7, [120_000]);
    for (const { tape } of world.markets) {
      expect(tape.filter(({ atMs }) => atMs < START).every(({ takerSide }) => takerSide === '')).toBe(true);
      expect(tape.filter(({ atMs }) => atMs > START).every(({ takerSide }) => takerSide !== '')).toBe(true);
      expect(tape.map(({ id }) => id)).toEqual(tape.map(({ id }) => id).sort((a, b) => a - b));
    }
  });

  test('stops a market at its close and cancels what rests there', () => {
    const { world } = play(7, [1_000]);
    const market = world.markets.find(({ slug }) => slug === 'northern-cup-rovers')!;
    world.advance(market.closeAtMs + 1_000);
    expect(market.book.isOpen).toBe(false);
    expect(levelsOf(market.book, 'bid')).toEqual([]);
    expect(listBrokenInvariants(world.engine)).toEqual([]);
  });
});
