/**
 * What a soak measures for growth, what of it is allowed, and which lists have a bound of their own.
 *
 * Units       Growth in an hour of the market.
 * Invariants  Every list counts twice: by itself as long as it lives, and in the sum of its shape. A list that keeps what was
 *             traded or drawn up to a bound is named here with that bound; it grows when it is longer.
 */
import { type Growth, judgeGrowth } from './growth.ts';
import type { Sample } from './measure.ts';
import { ownOf, PROCESSES, sumProcesses } from './memory.ts';

const MEGABYTE = 1_048_576;

export interface Taken {
  /** Time of the market since the start. */
  readonly minute: number;
  readonly sample: Sample;
}

interface Quantity {
  readonly name: string;
  readonly isBytes: boolean;
  /** Growth an hour that is not a leak. */
  readonly limit: number;
  read(sample: Sample): number;
}

const HEAPS = ['main', 'page', 'exchange'] as const;
type Heap = (typeof HEAPS)[number];

/** `memoryLimit` is the growth of the whole program that the goals allow: 2 % of its memory at the start. */
const listQuantities = (memoryLimit: number): readonly Quantity[] => [
  {
    name: 'all processes: own memory',
    isBytes: true,
    limit: memoryLimit,
    read: ({ memory }) => ownOf(sumProcesses(memory)),
  },
  ...PROCESSES.map((process) => ({
    name: `${process}: own memory`,
    isBytes: true,
    limit: 10 * MEGABYTE,
    read: ({ memory }: Sample) => ownOf(memory[process]),
  })),
  ...HEAPS.map((process) => ({
    name: `${process}: heap`,
    isBytes: true,
    limit: 2 * MEGABYTE,
    read: (sample: Sample) => sample[process].heap,
  })),
  { name: 'page: DOM nodes', isBytes: false, limit: 100, read: ({ page }) => page.nodes },
  { name: 'page: listeners', isBytes: false, limit: 100, read: ({ page }) => page.listeners },
];

/** Entries of one list, and of all lists of one shape, that may be added in an hour. */
export const LIST_LIMIT = 100;
/** Lists of a shape with a bound that may be added in an hour. */
const NEW_LISTS_LIMIT = 50;

/** The longest that a list of these shapes may become. */
const BOUNDS: Readonly<Record<Heap, Readonly<Record<string, number>>>> = {
  main: {
    // Ids of the trades of a tape.
    'set of string': 500,
    // Trades of a tape.
    'array of { id, price, shares, takerSide, exchangeTimeMs }': 500,
    // Candles of a chart.
    'array of { openTimeMs, open, high, low, close }': 2_000,
    // Answered requests of a connection, which undici leaves in its queue up to this number.
    'array of null': 257,
  },
  page: {
    // Trades of a tape, their ids and their rows.
    'array of { id, price, shares, takerSide, exchangeTimeMs }': 500,
    'set of string': 500,
    'array of { kind, trade, isLarge }': 500,
    // Texts of cells of the ladder.
    'map of number → string': 1_024,
  },
  exchange: {
    // Trades of a market.
    'array of { id, ticks, shares, takerSide, atMs }': 1_000,
    // Minutes of a market since the start, and those before it that a chart asked for.
    'array of { openMs, open, high, low, close }': 20_000,
    'map of number → { openMs, open, high, low, close }': 1_500,
  },
};

export interface JudgedQuantity extends Growth, Quantity {
  readonly values: readonly number[];
}

export const judgeQuantities = (readings: readonly Taken[]): readonly JudgedQuantity[] =>
  listQuantities(ownOf(sumProcesses(readings[0]!.sample.memory)) * 0.02).map((quantity) => {
    const points = readings.map(({ minute, sample }) => ({ minute, value: quantity.read(sample) }));
    return { ...quantity, ...judgeGrowth(points, quantity.limit), values: points.map(({ value }) => value) };
  });

interface GrowingList {
  /** 'page: one map of string → { id }', or 'page: all …' for the sum of the shape. */
  readonly name: string;
  readonly perHour: number;
  readonly sizes: readonly number[];
}

/** Lists and shapes that grow, those that grow most first. */
export function listGrowing(readings: readonly Taken[]): readonly GrowingList[] {
  const found = HEAPS.flatMap((process) => [...judgeLists(process, readings), ...judgeShapes(process, readings)]);
  return found.toSorted((a, b) => b.perHour - a.perHour);
}

function judgeSeries(name: string, readings: readonly Taken[], sizes: readonly number[], limit: number): GrowingList[] {
  const points = readings.map(({ minute }, at) => ({ minute, value: sizes[at]! }));
  const { perHour, isGrowing } = judgeGrowth(points, limit);
  return isGrowing ? [{ name, perHour, sizes }] : [];
}

function judgeLists(process: Heap, readings: readonly Taken[]): GrowingList[] {
  const sizesOf = readings.map(({ sample }) => new Map(sample[process].lists.map(({ id, size }) => [id, size])));
  return readings.at(-1)!.sample[process].lists.flatMap(({ id, shape, size }) => {
    if (size <= (BOUNDS[process][shape] ?? 0)) return [];
    return judgeSeries(
      `${process}: one ${shape}`,
      readings,
      sizesOf.map((sizes) => sizes.get(id) ?? 0),
      LIST_LIMIT,
    );
  });
}

function judgeShapes(process: Heap, readings: readonly Taken[]): GrowingList[] {
  const shapesOf = readings.map(({ sample }) => new Map(sample[process].shapes.map((one) => [one.shape, one])));
  return readings.at(-1)!.sample[process].shapes.flatMap(({ shape, longest }) => {
    const sizesOf = (what: 'entries' | 'lists' | 'longest') => shapesOf.map((shapes) => shapes.get(shape)?.[what] ?? 0);
    const bound = BOUNDS[process][shape];
    if (bound === undefined) return judgeSeries(`${process}: all ${shape}`, readings, sizesOf('entries'), LIST_LIMIT);
    return [
      ...judgeSeries(`${process}: number of ${shape}`, readings, sizesOf('lists'), NEW_LISTS_LIMIT),
      ...(longest > bound ? judgeSeries(`${process}: longest ${shape}`, readings, sizesOf('longest'), LIST_LIMIT) : []),
    ];
  });
}
