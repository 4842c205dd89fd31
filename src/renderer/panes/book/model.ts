/**
 * Book view model: rows of both outcomes, cumulative depth and key figures.
 *
 * Units       Prices and shares in millionths. Depth in YES terms.
 * Invariants  Pure. A bid for no at 1 − p is the ask of yes at p, so that each level counts once.
 */
import type { BookFrame } from '#shared/ipc/frames/frame.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';
import { type Grouping, groupLevels, type OwnLevels } from '../../domain/markets/bookLevels.ts';

/** One row of the table; 0 where a side has no level. */
export interface BookRow {
  readonly yesBid: number;
  readonly yesShares: number;
  /** Of our own orders in `yesShares`. */
  readonly yesOwn: number;
  readonly noBid: number;
  readonly noShares: number;
  readonly noOwn: number;
}

export interface RowTerms {
  readonly own: OwnLevels;
  readonly tick: Tick;
  readonly grouping: Grouping;
  readonly limit: number;
}

/** Bids of both outcomes side by side, best first; always `limit` rows. */
export function buildBookRows(book: BookFrame | null, terms: RowTerms): BookRow[] {
  const bids = book === null ? [] : groupLevels('bid', book.bids, terms.own.bid, terms);
  const asks = book === null ? [] : groupLevels('ask', book.asks, terms.own.ask, terms);
  return Array.from({ length: terms.limit }, (_, at) => {
    const [bid, ask] = [bids[at], asks[at]];
    return {
      yesBid: bid?.price ?? 0,
      yesShares: bid?.shares ?? 0,
      yesOwn: bid?.own ?? 0,
      noBid: ask === undefined ? 0 : MICROS - ask.price,
      noShares: ask?.shares ?? 0,
      noOwn: ask?.own ?? 0,
    };
  });
}

/** Largest volume of the rows, at least 1, as the scale of the bars. */
export function largestVolume(rows: readonly BookRow[]): number {
  return rows.reduce((largest, row) => Math.max(largest, row.yesShares, row.noShares), 1);
}

/** Cumulative volume from the best price outwards: [price, sum, …]. */
export function buildDepth(levels: Float64Array): Float64Array {
  const steps = new Float64Array(levels.length - (levels.length % 2));
  let sum = 0;
  for (let at = 0; at < steps.length; at += 2) {
    sum += levels[at + 1]!;
    steps[at] = levels[at]!;
    steps[at + 1] = sum;
  }
  return steps;
}

/** Cumulative volume at `price` or better, on the side of the book where the price is. */
export function depthAt(bids: Float64Array, asks: Float64Array, price: number): number {
  let sum = 0;
  const isBid = bids.length > 0 && price <= bids[0]!;
  const steps = isBid ? bids : asks;
  for (let at = 0; at < steps.length && (isBid ? steps[at]! >= price : steps[at]! <= price); at += 2) {
    sum = steps[at + 1]!;
  }
  return sum;
}

export interface BookFigures {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly spread: number | null;
  /** Midpoint of the best prices: the implied probability. */
  readonly midpoint: number | null;
  /** Cost of one contract of each outcome. */
  readonly setCost: number | null;
}

export function buildFigures(book: BookFrame | null): BookFigures {
  const bid = book?.bids[0] ?? null;
  const ask = book?.asks[0] ?? null;
  if (bid === null || ask === null) return { bid, ask, spread: null, midpoint: null, setCost: null };
  return { bid, ask, spread: ask - bid, midpoint: (bid + ask) / 2, setCost: ask + MICROS - bid };
}

/** '61.5 %'. */
export function formatProbability(midpoint: number | null): string {
  return midpoint === null ? '–' : `${formatTickPrice(midpoint * 100, 1)} %`;
}

/** 'yes 0.62 + no 0.39 = 1.01', the asks. */
export function formatSetCost(figures: BookFigures, decimals: number): string {
  const { bid, ask, setCost } = figures;
  if (bid === null || ask === null || setCost === null) return 'A set: one side has no ask';
  const noAsk = formatTickPrice(MICROS - bid, decimals);
  return `yes ${formatTickPrice(ask, decimals)} + no ${noAsk} = ${formatTickPrice(setCost, decimals)}`;
}
