/** How much each row measures: whole, or shortened with `--quick`. */
import type { Plan } from '../measure.ts';

type Rounds = Omit<Plan, 'idleMs'>;

export interface Size {
  readonly order: { readonly hot: Rounds; readonly idle: Rounds };
  readonly small: { readonly hot: Rounds; readonly idle: Rounds };
  readonly book: Rounds;
  /** First orders of each kind, and the pause before the quiet ones. */
  readonly firsts: number;
  readonly quietMs: number;
  /** How long the terminal draws before its percentiles are read. */
  readonly pixelMs: number;
  /** First and second starts. */
  readonly starts: number;
  /** `messages`: to each receiver in a round. */
  readonly receive: { readonly rounds: number; readonly messages: number };
  /** Changes of each contender in a round. */
  readonly ladder: { readonly rounds: number; readonly changes: number };
  readonly chart: { readonly rounds: number; readonly changes: number };
  /** `seconds`: of rest. */
  readonly idle: { readonly rounds: number; readonly seconds: number };
  /** How long the terminal runs before its memory is read. */
  readonly footprint: { readonly rounds: number; readonly afterMs: number };
  /** Orders of a round through the engine alone, and signed ones over HTTP. */
  readonly exchange: { readonly rounds: number; readonly orders: number; readonly signed: number };
}

export const WHOLE: Size = {
  order: { hot: { rounds: 15, calls: 30 }, idle: { rounds: 15, calls: 20 } },
  small: { hot: { rounds: 15, calls: 50 }, idle: { rounds: 15, calls: 20 } },
  book: { rounds: 15, calls: 5 },
  firsts: 5,
  quietMs: 60_000,
  pixelMs: 60_000,
  starts: 7,
  receive: { rounds: 25, messages: 8_000 },
  ladder: { rounds: 5, changes: 50 },
  chart: { rounds: 6, changes: 40 },
  idle: { rounds: 3, seconds: 30 },
  footprint: { rounds: 1, afterMs: 60_000 },
  exchange: { rounds: 7, orders: 400_000, signed: 2_000 },
};

export const QUICK: Size = {
  order: { hot: { rounds: 12, calls: 15 }, idle: { rounds: 12, calls: 10 } },
  small: { hot: { rounds: 5, calls: 20 }, idle: { rounds: 5, calls: 10 } },
  book: { rounds: 5, calls: 2 },
  firsts: 2,
  quietMs: 10_000,
  pixelMs: 15_000,
  starts: 3,
  receive: { rounds: 3, messages: 5_000 },
  ladder: { rounds: 3, changes: 30 },
  chart: { rounds: 3, changes: 20 },
  idle: { rounds: 1, seconds: 20 },
  footprint: { rounds: 1, afterMs: 15_000 },
  exchange: { rounds: 3, orders: 100_000, signed: 500 },
};
