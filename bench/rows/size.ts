/** How much one process measures of each row: in a whole run, or with `--quick`. */
import type { Plan } from '../measure.ts';

type Rounds = Omit<Plan, 'idleMs'>;

export interface Size {
  readonly order: { readonly hot: Rounds; readonly idle: Rounds };
  readonly small: { readonly hot: Rounds; readonly idle: Rounds };
  readonly book: Rounds;
  /** First orders of each kind, and the pause before the quiet ones. */
  readonly firsts: number;
  readonly quietMs: number;
  /** How long the terminal draws before its percentiles are read; under a flood it draws a thousand times in 20 s. */
  readonly pixelMs: number;
  readonly floodMs: number;
  /** First and second starts. */
  readonly starts: number;
  /** `messages`: to each receiver in a round. */
  readonly receive: { readonly rounds: number; readonly messages: number };
  /** Changes of each contender in a round; of a chart every 30th begins a bar. */
  readonly ladder: { readonly rounds: number; readonly changes: number };
  readonly chart: { readonly rounds: number; readonly changes: number };
  /** `seconds`: of rest. */
  readonly idle: { readonly rounds: number; readonly seconds: number };
  /** How long the terminal runs before its memory is read. */
  readonly footprint: { readonly afterMs: number };
  /** Numbers of what exists: orders of a journal, fills, resting orders, minutes of equity, shown books, conditional orders, markets. */
  readonly growth: {
    readonly orders: readonly number[];
    readonly exports: readonly number[];
    readonly fills: readonly number[];
    readonly resting: readonly number[];
    readonly minutes: readonly number[];
    readonly books: readonly number[];
    readonly conditionals: readonly number[];
    readonly markets: readonly number[];
  };
  /** Orders of a round through the engine alone, and signed ones over HTTP. */
  readonly exchange: { readonly rounds: number; readonly orders: number; readonly signed: number };
}

export const WHOLE: Size = {
  order: { hot: { rounds: 2, calls: 30 }, idle: { rounds: 2, calls: 15 } },
  small: { hot: { rounds: 2, calls: 50 }, idle: { rounds: 2, calls: 15 } },
  book: { rounds: 2, calls: 5 },
  firsts: 8,
  quietMs: 60_000,
  pixelMs: 30_000,
  floodMs: 20_000,
  starts: 2,
  receive: { rounds: 5, messages: 8_000 },
  ladder: { rounds: 3, changes: 30 },
  chart: { rounds: 4, changes: 30 },
  idle: { rounds: 4, seconds: 15 },
  footprint: { afterMs: 60_000 },
  growth: {
    orders: [10_000, 100_000, 300_000],
    exports: [10_000, 100_000],
    fills: [2_000, 20_000, 200_000],
    resting: [500, 2_000],
    minutes: [175_200, 525_600],
    books: [20, 100, 300],
    conditionals: [1, 10, 50],
    markets: [100, 1_000, 10_000, 50_000],
  },
  exchange: { rounds: 4, orders: 400_000, signed: 1_500 },
};

export const QUICK: Size = {
  order: { hot: { rounds: 5, calls: 15 }, idle: { rounds: 5, calls: 10 } },
  small: { hot: { rounds: 5, calls: 20 }, idle: { rounds: 5, calls: 10 } },
  book: { rounds: 5, calls: 2 },
  firsts: 2,
  quietMs: 10_000,
  pixelMs: 15_000,
  floodMs: 15_000,
  starts: 3,
  receive: { rounds: 3, messages: 5_000 },
  ladder: { rounds: 3, changes: 30 },
  chart: { rounds: 3, changes: 30 },
  idle: { rounds: 1, seconds: 20 },
  footprint: { afterMs: 15_000 },
  growth: {
    orders: [1_000, 10_000],
    exports: [1_000, 10_000],
    fills: [2_000, 20_000],
    resting: [100, 500],
    minutes: [150_000, 300_000],
    books: [20, 100],
    conditionals: [1, 50],
    markets: [100, 1_000],
  },
  exchange: { rounds: 3, orders: 100_000, signed: 500 },
};
