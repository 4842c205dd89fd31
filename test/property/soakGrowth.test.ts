import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeGrowth, type Point } from '../../bench/soak/growth.ts';
import type { Kept } from '../../bench/soak/inspect.ts';
import { BOUNDS, judgeQuantities, listGrowing, type Taken } from '../../bench/soak/judge.ts';
import { FULL_AFTER_MS, MOST_LISTED } from '../../bench/soak/listed.ts';
import { listMappings, type Memory, PROCESSES, sumMappings } from '../../bench/soak/memory.ts';
import { EVENTS } from '../../src/paper/simulation/catalogue.ts';
import { buildWorld } from '../../src/paper/simulation/world.ts';

const MEGABYTE = 1_048_576;
const READINGS = 12;
/** Between two readings of an hour. */
const MINUTES = 5;

/** From -1 to 1, the same in every run. */
const noiseAt = (at: number): number => Math.sin(at * 12.9898 + 4) * 0.7 + Math.sin(at * 78.233) * 0.3;

const series = (valueAt: (at: number) => number): Point[] =>
  Array.from({ length: READINGS }, (_, at) => ({ minute: at * MINUTES, value: valueAt(at) }));

describe('judgeGrowth', () => {
  it('finds what grows with every measurement, also below noise', () => {
    expect(
      judgeGrowth(
        series((at) => 100 + 8 * at),
        90,
      ),
    ).toMatchObject({ perHour: 96, rising: 1, isGrowing: true });
    expect(
      judgeGrowth(
        series((at) => 1_000 + 20 * at + 20 * noiseAt(at)),
        100,
      ).isGrowing,
    ).toBe(true);
  });

  it('allows what fills up at the start, what comes and goes, and noise', () => {
    expect(
      judgeGrowth(
        series((at) => Math.min(at, 3) * 500),
        10,
      ).isGrowing,
    ).toBe(false);
    expect(
      judgeGrowth(
        series((at) => 100 + (at % 2) * 300),
        10,
      ).isGrowing,
    ).toBe(false);
    expect(
      judgeGrowth(
        series((at) => 100 + 50 * noiseAt(at)),
        10,
      ).isGrowing,
    ).toBe(false);
  });

  it('takes neither one high measurement nor one step for growth, wherever it is', () => {
    expect(
      judgeGrowth(
        series((at) => (at === READINGS - 1 ? 10_000 : 100)),
        10,
      ).isGrowing,
    ).toBe(false);
    for (let step = 0; step < READINGS; step += 1) {
      expect(
        judgeGrowth(
          series((at) => (at >= step ? 700 : 600)),
          10,
        ).isGrowing,
        `step at ${step}`,
      ).toBe(false);
    }
    const six = series((at) => (at >= 6 ? 700 : 600)).slice(0, 9);
    expect(judgeGrowth(six, 10).isGrowing).toBe(false);
  });

  it('refuses too few measurements', () => {
    const few = series(() => 1).slice(0, 8);
    expect(() => judgeGrowth(few, 1)).toThrow('Expected at least nine measurements, found 8');
  });
});

interface Made {
  /** Bytes. */
  readonly heap?: (at: number) => number;
  /** Own memory of main, and its share of the code, in bytes. */
  readonly memory?: (at: number) => number;
  readonly files?: (at: number) => number;
  readonly lists?: (at: number) => Pick<Kept, 'lists' | 'shapes'>;
  /** Whose lists they are; absent: the page's. */
  readonly process?: keyof typeof BOUNDS;
}

const NO_LISTS = { lists: [], shapes: [] };
const madeOf = (files: number, anonymous: number): Memory => {
  const all = files + anonymous;
  return { rss: all, pss: all, files, shared: 0, malloc: 0, anonymous };
};

/** Readings of a program that does not grow, but for what a test changes. */
function makeReadings({
  heap = () => 0,
  memory = () => 0,
  files = () => 0,
  lists = () => NO_LISTS,
  process = 'page',
}: Made): Taken[] {
  const listsOf = (owner: typeof process, at: number) => (owner === process ? lists(at) : NO_LISTS);
  return Array.from({ length: READINGS }, (_, at) => {
    const kept = { heap: 20 * MEGABYTE + 0.2 * MEGABYTE * noiseAt(at), ...NO_LISTS };
    const all = PROCESSES.map((name, place) => [
      name,
      madeOf(
        name === 'main' ? files(at) : 0,
        (70 + 2 * noiseAt(at + 7 * place)) * MEGABYTE + (name === 'main' ? memory(at) : 0),
      ),
    ]);
    return {
      minute: at * MINUTES,
      sample: {
        memory: Object.fromEntries(all) as Taken['sample']['memory'],
        page: { ...kept, ...listsOf('page', at), nodes: 3_000 + 50 * noiseAt(at), listeners: 8_000, panes: {} },
        main: { ...kept, ...listsOf('main', at), heap: kept.heap + heap(at) },
        exchange: { ...kept, ...listsOf('exchange', at), listed: 33, openOrders: 1_300 + 20 * noiseAt(at) },
      },
    };
  });
}

const growingOf = (readings: readonly Taken[]): string[] =>
  judgeQuantities(readings).flatMap(({ name, isGrowing }) => (isGrowing ? [name] : []));
/** A leak of so much an hour, at a reading. */
const leak = (perHour: number) => (at: number) => (perHour * at * MINUTES) / 60;

describe('the readings of a soak', () => {
  it('show no growth where there is none', () => {
    const readings = makeReadings({});
    expect(growingOf(readings)).toEqual([]);
    expect(listGrowing(readings)).toEqual([]);
  });

  it('show a heap that leaks 5 MB an hour, and a process that leaks 20', () => {
    expect(growingOf(makeReadings({ heap: leak(5 * MEGABYTE) }))).toEqual(['main: heap']);
    expect(growingOf(makeReadings({ memory: leak(20 * MEGABYTE) }))).toEqual([
      'all processes: own memory',
      'main: own memory',
    ]);
  });

  it('do not take garbage that one process keeps at one time for a leak', () => {
    expect(growingOf(makeReadings({ memory: (at) => (at >= 7 ? 60 * MEGABYTE : 0) }))).toEqual([]);
  });

  it('do not take the share of code that other programs leave for a leak', () => {
    expect(growingOf(makeReadings({ files: leak(80 * MEGABYTE) }))).toEqual([]);
  });

  it('show one list that gains 110 entries an hour beside a list that comes and goes', () => {
    const readings = makeReadings({
      lists: (at) => {
        const sizes = [200 + Math.round(leak(110)(at)), 500 + Math.round(300 * noiseAt(at))];
        const lists = sizes.map((size, place) => ({ id: place, shape: 'map of string → Leaked', size }));
        const entries = sizes.reduce((sum, size) => sum + size, 0);
        return { lists, shapes: [{ shape: 'map of string → Leaked', lists: 2, longest: 800, entries }] };
      },
    });
    expect(listGrowing(readings).map(({ name }) => name)).toEqual(['page: one map of string → Leaked']);
  });

  it('do not take a list that becomes long enough to be read for one that grew from nothing', () => {
    const shape = 'map of string → Handle';
    const readings = makeReadings({
      lists: (at) => {
        const size = 38 + Math.floor(at / 2);
        const lists = size < 40 ? [] : [{ id: 1, shape, size }];
        return { lists, shapes: [{ shape, lists: 1, longest: size, entries: size }] };
      },
    });
    expect(listGrowing(readings)).toEqual([]);
  });

  it('show ever more short lists, and a list that is replaced by a longer one', () => {
    const shape = 'set of object';
    const short = makeReadings({
      lists: (at) => ({
        lists: [],
        shapes: [{ shape, lists: 50 + 10 * at, longest: 12, entries: 600 + 120 * at }],
      }),
    });
    expect(listGrowing(short).map(({ name }) => name)).toEqual([`page: all ${shape}`]);
    const replaced = makeReadings({
      lists: (at) => {
        const size = 40 + 10 * at;
        return { lists: [{ id: at, shape, size }], shapes: [{ shape, lists: 1, longest: size, entries: size }] };
      },
    });
    expect(listGrowing(replaced).map(({ name }) => name)).toContain(`page: all ${shape}`);
  });

  it('do not take the lists of panes that are open at one reading for a leak', () => {
    const shape = 'array of { price, shares }';
    const readings = makeReadings({
      lists: (at) => {
        const open = at >= 6 ? 4 : 1;
        return {
          lists: Array.from({ length: open }, (_, id) => ({ id, shape, size: 1_000 })),
          shapes: [{ shape, lists: open, longest: 1_000, entries: 1_000 * open }],
        };
      },
    });
    expect(listGrowing(readings)).toEqual([]);
  });

  it('leave a list with a bound alone up to it, and show it beyond', () => {
    const shape = 'array of { id, price, shares, takerSide, exchangeTimeMs }';
    const growingTo = (most: number): Taken[] =>
      makeReadings({
        lists: (at) => {
          const size = Math.round((most * (at + 1)) / READINGS);
          return { lists: [{ id: 1, shape, size }], shapes: [{ shape, lists: 1, longest: size, entries: size }] };
        },
      });
    expect(listGrowing(growingTo(500))).toEqual([]);
    expect(listGrowing(growingTo(700)).map(({ name }) => name)).toEqual([
      `page: one ${shape}`,
      `page: longest ${shape}`,
    ]);
  });
});

const NAMED = Object.entries(BOUNDS).flatMap(([process, bounds]) =>
  Object.entries(bounds).map(([shape, bound]) => ({ process: process as keyof typeof BOUNDS, shape, bound })),
);

describe.each(NAMED)('the bound of $process: $shape', ({ process, shape, bound }) => {
  const { longest, lists = 1, file, text } = bound;
  /** Readings of so many lists, the first one as long as this. */
  const readingsOf = (countAt: (at: number) => number, sizeAt: (at: number) => number): Taken[] =>
    makeReadings({
      process,
      lists: (at) => {
        const [count, size] = [Math.round(countAt(at)), Math.round(sizeAt(at))];
        return {
          lists: [{ id: 1, shape, size }],
          shapes: [{ shape, lists: count, longest: size, entries: size * count }],
        };
      },
    });
  /** Grows all the time to this. */
  const upTo = (most: number) => (at: number) => (most * (at + 1)) / READINGS;

  it('is where it is said to be', () => {
    for (const one of [{ file, text }, ...(bound.holders ?? [])]) {
      expect(readFileSync(path.join(import.meta.dirname, '../..', one.file), 'utf8')).toContain(one.text);
    }
  });

  it('lets a list grow to it and not beyond', () => {
    expect(listGrowing(readingsOf(() => lists, upTo(longest)))).toEqual([]);
    const beyond = listGrowing(
      readingsOf(
        () => lists,
        (at) => longest + 1 + leak(150)(at),
      ),
    );
    expect(beyond.map(({ name }) => name).toSorted()).toEqual([
      `${process}: longest ${shape}`,
      `${process}: one ${shape}`,
    ]);
  });

  it('does not let ever more lists of the shape pass', () => {
    const more = (from: number): string[] =>
      listGrowing(
        readingsOf(
          (at) => from + leak(120)(at),
          () => 10,
        ),
      ).map(({ name }) => name);
    expect(more(lists + 1)).toEqual([`${process}: number of ${shape}`]);
    if (bound.lists !== undefined) expect(listGrowing(readingsOf(upTo(bound.lists), () => 10))).toEqual([]);
  });
});

describe("the exchange's list of markets", () => {
  const ignore = (): void => undefined;
  const listener = {
    onOrder: ignore,
    onFill: ignore,
    onBalance: ignore,
    onPosition: ignore,
    onBook: ignore,
    onTrades: ignore,
    onCandles: ignore,
    onTick: ignore,
  };
  // Other events have the same markets for days.
  const windows = EVENTS.filter(({ everyMinutes }) => everyMinutes !== undefined);
  const others = EVENTS.flatMap(({ everyMinutes, markets }) => (everyMinutes === undefined ? markets : []));
  const HOUR_MS = 3_600_000;
  const STEP_MS = 300_000;
  /** Each look is minutes after the end of a window, the last one 90 seconds before the end of an hour. */
  const START_MS = Date.UTC(2025, 10, 21, 12, 58, 30);

  it('is full when the soak begins, and has two markets more for the seconds before a result', () => {
    const world = buildWorld({ seed: 7, startMs: START_MS, listener, events: windows });
    world.open();
    const fullMs = START_MS + FULL_AFTER_MS;
    const lengths: number[] = [];
    for (let atMs = START_MS; atMs <= fullMs + 3 * HOUR_MS; atMs += STEP_MS) {
      // What happens in between is skipped, but for openings and closes.
      world.advance(atMs, 1_000);
      lengths.push(world.markets.length + others.length);
    }
    const full = lengths.slice(FULL_AFTER_MS / STEP_MS);
    expect(Math.min(...lengths)).toBe(EVENTS.flatMap(({ markets }) => markets).length);
    expect(new Set(full)).toEqual(new Set([MOST_LISTED - windows.length]));

    const endMs = Math.ceil(world.nowMs() / HOUR_MS) * HOUR_MS;
    const lengthAt = (atMs: number): number => {
      world.advance(atMs, 30_000);
      return world.markets.length + others.length;
    };
    expect([-2_000, 2_000, 8_000].map((ms) => lengthAt(endMs + ms))).toEqual([
      MOST_LISTED - windows.length,
      MOST_LISTED,
      MOST_LISTED - windows.length,
    ]);
  });
});

describe('the memory of a process', () => {
  it('is the sum of its mappings, by what they are', () => {
    const smaps = [
      '55d0c0000000-55d0c0100000 r-xp 00000000 fe:00 123                /usr/bin/node',
      'Rss:                1000 kB',
      'Pss:                 500 kB',
      '55d0c2000000-55d0c2400000 rw-p 00000000 00:00 0                  [heap]',
      'Rss:                  64 kB',
      'Pss:                  64 kB',
      '7f0000000000-7f0000100000 rw-p 00000000 00:00 0 ',
      'Rss:                  32 kB',
      'Pss:                  32 kB',
      '7f0000100000-7f0004000000 ---p 00000000 00:00 0 ',
      'Rss:                   0 kB',
      'Pss:                   0 kB',
      '7f1000001000-7f1000100000 rw-p 00000000 00:00 0 ',
      'Rss:                   8 kB',
      'Pss:                   8 kB',
      '7f2000000000-7f2000100000 rw-s 00000000 00:01 99                 /memfd:chrome (deleted)',
      'Rss:                  20 kB',
      'Pss:                  10 kB',
      'Pss_Dirty:            10 kB',
    ].join('\n');
    const inKilobytes = Object.entries(sumMappings(listMappings(smaps))).map(([name, bytes]) => [name, bytes / 1_024]);
    expect(Object.fromEntries(inKilobytes)).toEqual({
      rss: 1_124,
      pss: 614,
      files: 500,
      shared: 10,
      malloc: 96,
      anonymous: 8,
    });
  });
});
