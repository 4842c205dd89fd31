/**
 * Book view model: rows of both outcomes, cumulative depth and key figures.
 *
 * Units       Prices and shares in millionths. Depth in YES terms.
 * Invariants  Pure. A bid for no at 1 − p is the ask of yes at p, so that each level counts once.
 */
import type { BookFrame } from '#shared/ipc/frame.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { MICROS } from '#shared/units/micros.ts';

/** One row of the table; 0 where a side has no level. */
export interface BookRow {
  readonly yesBid: number;
  readonly yesShares: number;
  readonly noBid: number;
  readonly noShares: number;
}

/** Bids of both outcomes side by side, best first; always `limit` rows. */
export function buildBookRows(book: BookFrame | null, limit: number): BookRow[] {
  return Array.from({ length: limit }, (_, at) => {
    const ask = book?.asks[at * 2] ?? 0;
    return {
      yesBid: book?.bids[at * 2] ?? 0,
      yesShares: book?.bids[at * 2 + 1] ?? 0,
      noBid: ask === 0 ? 0 : MICROS - ask,
      noShares: book?.asks[at * 2 + 1] ?? 0,
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

/** 'yes ask 0.62 + no ask 0.39 = 1.01'. */
export function formatSetCost(figures: BookFigures, decimals: number): string {
  const { bid, ask, setCost } = figures;
  if (bid === null || ask === null || setCost === null) return 'yes ask + no ask: one side is empty';
  const noAsk = formatTickPrice(MICROS - bid, decimals);
  return `yes ask ${formatTickPrice(ask, decimals)} + no ask ${noAsk} = ${formatTickPrice(setCost, decimals)}`;
}
