/**
 * What a soak measures for growth, what of it is allowed, and which lists have a bound of their own.
 *
 * Units       Growth in an hour of the market.
 * Invariants  Every list counts twice: by itself as long as it lives, and in the sum of its shape. A list that keeps what was
 *             traded or drawn up to a bound is named here with that bound and where it is enforced; it is judged once it is longer, or
 *             there are more of it.
 */
import { MOST_REMEMBERED } from '../../src/paper/server/members/members.ts';
import { type Growth, judgeGrowth } from './growth.ts';
import { LEAST_SIZE } from './inspect.ts';
import { MOST_LISTED, MOST_ORDER_MAPS } from './listed.ts';
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
  { name: 'exchange: open orders', isBytes: false, limit: 100, read: ({ exchange }) => exchange.openOrders },
];

/** Entries of one list, and of all lists of one shape, that may be added in an hour. */
export const LIST_LIMIT = 100;
/** Lists of a shape with a bound that may be added in an hour. */
const NEW_LISTS_LIMIT = 50;

export interface Bound {
  /** The longest that a list of the shape may become. */
  readonly longest: number;
  /** Most lists of the shape; absent: their number is judged as any other. */
  readonly lists?: number;
  /** A file and the text in it that enforces the bound. */
  readonly file: string;
  readonly text: string;
  /** Where each of the lists is kept; `lists` is their number. */
  readonly holders?: readonly { readonly file: string; readonly text: string }[];
}

const TAPE = { file: 'src/shared/market/tape.ts', text: 'buildTape(capacity = 500)' };
const TAPE_OF_PAGE = { file: 'src/renderer/feed/mirror.ts', text: 'MAX_TRADES = 500' };
const LISTED_ORDERS = { file: 'src/main/trading/orders/orderListing.ts', text: 'MAX_CLOSED = 200' };
const ENDED_ORDERS = { file: 'src/main/trading/orders/orders.ts', text: 'ended.length <= MAX_CLOSED * 2' };
/** Shape of the lists of markets in main. */
export const MARKETS_OF_MAIN = 'array of { market, numericId, title, description, rules }';

const LISTS_OF_MARKETS = [
  // Those that windows need.
  { file: 'src/main/market/catalogue.ts', text: 'const view = { ...state, markets, tick, list };' },
  // A page of the list under way.
  { file: 'src/main/market/catalogue.ts', text: 'options.listMarkets((markets, page) =>' },
  // What the window was sent last, and the markets that changed since, until it has them. A second window is closed at a reading.
  { file: 'src/main/market/frames.ts', text: 'cursor.catalogue = view' },
  { file: 'src/main/market/frames.ts', text: 'const changedMarkets = view.markets.filter(' },
  // Stored every ten minutes for the next start.
  {
    file: 'src/main/app/markets/lastMarkets.ts',
    text: 'file.save(buildLastMarketsFile(market.listing.listMostTraded(',
  },
];
const LISTED_WINDOWS = { file: 'src/paper/simulation/lifecycle.ts', text: 'SHOWN_WINDOWS = 3' };

export const BOUNDS: Readonly<Record<Heap, Readonly<Record<string, Bound>>>> = {
  main: {
    // Ids of the trades of a tape.
    'set of string': { longest: 500, ...TAPE },
    // Trades of a tape.
    'array of { id, price, shares, takerSide, exchangeTimeMs }': { longest: 500, ...TAPE },
    // Listed markets.
    [MARKETS_OF_MAIN]: {
      longest: MOST_LISTED,
      lists: LISTS_OF_MARKETS.length,
      holders: LISTS_OF_MARKETS,
      ...LISTED_WINDOWS,
    },
    // Candles of a chart.
    'array of { openTimeMs, open, high, low, close }': {
      longest: 2_000,
      file: 'src/main/market/candleTracker.ts',
      text: 'MAX_CANDLES = 2_000',
    },
    // Volume by price of a tape, also of those that are no longer watched.
    'map of number → number': {
      longest: 999,
      lists: 100,
      file: 'src/main/market/trackers.ts',
      text: 'MAX_TAPES = 100',
    },
    // Answered requests of a connection, which undici leaves in its queue up to this number.
    'array of null': {
      longest: 257,
      file: 'node_modules/undici/lib/dispatcher/client.js',
      text: 'client[kRunningIdx] > 256',
    },
    // Orders and fills that the private stream reported.
    'map of string → { filled, isClosed }': {
      longest: 2_000,
      file: 'src/main/trading/account/streamProof.ts',
      text: 'MAX_HEARD = 2_000',
    },
    // Orders by their intent and by their id.
    'map of string → { signed, market, side, price, shares }': { longest: 450, lists: 6, ...ENDED_ORDERS },
    // Steps of an order, of the open ones and of the 400 that ended last.
    'array of { atMs, step, detail, source }': { longest: 100, lists: 450, ...ENDED_ORDERS },
  },
  page: {
    // Trades of a tape, their ids and their rows.
    'array of { id, price, shares, takerSide, exchangeTimeMs }': { longest: 500, ...TAPE_OF_PAGE },
    'set of string': { longest: 500, ...TAPE_OF_PAGE },
    'array of { kind, id, trade, shares, count }': { longest: 500, ...TAPE_OF_PAGE },
    // Notices that can be read again.
    'array of { tone, title, detail, id, count }': {
      longest: 200,
      file: 'src/renderer/ui/overlay/notices.ts',
      text: 'MAX_NOTICES = 200',
    },
    // Texts of cells of the ladder.
    'map of number → string': {
      longest: 1_024,
      file: 'src/renderer/panes/ladder/canvas/texts.ts',
      text: 'MAX_CACHED = 1_024',
    },
    // Prices of the underlyings that charts showed.
    'array of { timeMs, price }': {
      longest: 7_200,
      lists: 16,
      file: 'src/renderer/panes/chart/underlying.ts',
      text: 'MAX_SAMPLES = 7_200',
    },
    // Parts of the docks that undo can bring back.
    'array of { type, data, size }': {
      longest: 20,
      lists: 200,
      file: 'src/renderer/domain/workspaces/undo.ts',
      text: 'MAX_STEPS = 20',
    },
    // Steps of an order: the open ones and 200 that ended.
    'array of { atMs, step, detail, source }': { longest: 100, lists: 250, ...LISTED_ORDERS },
    // The orders, and their rows in tables.
    'array of { intentId, orderId, market, side, direction }': { longest: 250, ...LISTED_ORDERS },
    'array of { _displayIndexCache, _uniqueValuesCache, _valuesCache, depth, id }': { longest: 250, ...LISTED_ORDERS },
  },
  exchange: {
    // Trades of a market.
    'array of { id, ticks, shares, takerSide, atMs }': {
      longest: 1_000,
      file: 'src/paper/simulation/world.ts',
      text: 'market.tape.length > 2 * TAPE_LENGTH',
    },
    // Candles of a market since the start, and those before it that a chart asked for: of ten periods of each listed market.
    'array of { openMs, open, high, low, close }': {
      longest: 20_000,
      lists: 10 * MOST_LISTED,
      file: 'src/paper/simulation/candles.ts',
      text: 'LONGEST_LIVE = 20_000',
    },
    'map of number → { openMs, open, high, low, close }': {
      longest: 20_000,
      file: 'src/paper/simulation/candles.ts',
      text: 'pastCandles.size >= LONGEST_LIVE',
    },
    // Orders: those of both members, of which those that ended are remembered up to this number, those that rest, by account, and
    // the quotes of each maker. Open orders are judged by their number.
    'map of number → { id, account, market, side, direction }': {
      longest: 2 * MOST_REMEMBERED,
      lists: MOST_ORDER_MAPS,
      file: 'src/paper/server/members/members.ts',
      text: 'count - MOST_REMEMBERED',
    },
    // Levels of the two columns of each listed market; a window that closed stays listed for three more.
    'array of { orders, volume }': { longest: 101, lists: 2 * MOST_LISTED, ...LISTED_WINDOWS },
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
    if (size <= (BOUNDS[process][shape]?.longest ?? 0)) return [];
    return judgeSeries(
      `${process}: one ${shape}`,
      readings,
      // Shorter lists are not among them: one that passes the least size did not grow from nothing.
      sizesOf.map((sizes) => sizes.get(id) ?? LEAST_SIZE - 1),
      LIST_LIMIT,
    );
  });
}

function judgeShapes(process: Heap, readings: readonly Taken[]): GrowingList[] {
  const shapesOf = readings.map(({ sample }) => new Map(sample[process].shapes.map((one) => [one.shape, one])));
  return readings.at(-1)!.sample[process].shapes.flatMap(({ shape, lists, longest }) => {
    const sizesOf = (what: 'entries' | 'lists' | 'longest') => shapesOf.map((shapes) => shapes.get(shape)?.[what] ?? 0);
    const bound = BOUNDS[process][shape];
    if (bound === undefined) return judgeSeries(`${process}: all ${shape}`, readings, sizesOf('entries'), LIST_LIMIT);
    const most = bound.lists ?? 0;
    return [
      ...(lists > most
        ? judgeSeries(`${process}: number of ${shape}`, readings, sizesOf('lists'), NEW_LISTS_LIMIT)
        : []),
      ...(longest > bound.longest
        ? judgeSeries(`${process}: longest ${shape}`, readings, sizesOf('longest'), LIST_LIMIT)
        : []),
    ];
  });
}
