/** Groups of rows that `--only` names, and in how many processes a whole run measures each. */
import type { Measured } from './row.ts';
import type { Size } from './rows/size.ts';

export interface Group {
  /** Processes of a whole run, spread over it: each start of a process has its own compiled code and layout of memory. */
  readonly processes: number;
  /** @param turn of this process among those of the group, from 0. */
  measure(size: Size, turn: number): Promise<Measured[]>;
}

export const GROUPS: Readonly<Record<string, Group>> = {
  sign: {
    processes: 7,
    measure: async (size) => (await import('./rows/sign.ts')).measureSigning(size),
  },
  memory: {
    processes: 7,
    measure: async (size) => (await import('./rows/click.ts')).measureClick(size, false),
  },
  fsync: {
    processes: 7,
    measure: async (size) => (await import('./rows/click.ts')).measureClick(size, true),
  },
  first: {
    processes: 1,
    measure: async (size) => (await import('./rows/first.ts')).measureFirst(size),
  },
  hmac: {
    processes: 7,
    measure: async (size) => (await import('./rows/hmac.ts')).measureHmac(size),
  },
  book: {
    processes: 5,
    measure: async (size) => (await import('./rows/book.ts')).measureBook(size),
  },
  pixel: {
    processes: 1,
    measure: async (size) => (await import('./rows/pixel.ts')).measurePixel(size),
  },
  flood: {
    processes: 2,
    measure: async (size) => (await import('./rows/flood.ts')).measureFloodRows(size),
  },
  start: {
    processes: 4,
    measure: async (size, turn) => (await import('./rows/start.ts')).measureStart(size, turn),
  },
  receive: {
    processes: 4,
    measure: async (size) => (await import('./rows/receive.ts')).measureReceive(size),
  },
  ladder: {
    processes: 3,
    measure: async (size) => (await import('./rows/ladder.ts')).measureLadder(size),
  },
  ladders: {
    processes: 3,
    measure: async (size) => (await import('./rows/ladder.ts')).measureLadders(size),
  },
  chart: {
    processes: 2,
    measure: async (size) => (await import('./rows/chart.ts')).measureChart(size),
  },
  idle: {
    processes: 2,
    measure: async (size) => (await import('./rows/idle.ts')).measureIdle(size),
  },
  footprint: {
    processes: 1,
    measure: async (size) => (await import('./rows/footprint.ts')).measureFootprint(size),
  },
  growth: {
    processes: 1,
    measure: async (size) => (await import('./rows/growth.ts')).measureGrowth(size),
  },
  exchange: {
    processes: 2,
    measure: async (size) => (await import('./rows/exchange.ts')).measureExchange(size),
  },
};
