/**
 * Ladder scroll position: the top price, and when the ladder follows the market.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  Each top price is on the tick.
 */
import type { Tick } from '#shared/market/tickGrid.ts';
import { MICROS } from '#shared/units/micros.ts';

/** Share of the rows that the middle may drift before the ladder follows. */
const MAX_DRIFT = 0.12;
const MIN_DRIFT_ROWS = 2;

function highestPrice(tick: Tick): number {
  return Math.floor((MICROS - 1) / tick) * tick;
}

/** Limits the top price so that rows have valid prices; a ladder taller than the range starts at the highest price. */
export function clampTop(top: number, rows: number, tick: Tick): number {
  const highest = highestPrice(tick);
  const lowest = Math.min(highest, rows * tick);
  return Math.min(highest, Math.max(lowest, Math.round(top / tick) * tick));
}

/** Middle of the book: the midpoint, else the only best price, the last price or one half. */
export function middleOf(bestBid: number | null, bestAsk: number | null, last: number | null): number {
  if (bestBid !== null && bestAsk !== null) return (bestBid + bestAsk) / 2;
  return bestBid ?? bestAsk ?? last ?? MICROS / 2;
}

/** The top price that centres `middle`. */
export function centreTop(middle: number, rows: number, tick: Tick): number {
  return clampTop(Math.ceil(middle / tick) * tick + (Math.ceil(rows / 2) - 1) * tick, rows, tick);
}

/** True when the middle is so far from the centre that a following ladder scrolls. */
export function hasDrifted(top: number, middle: number, rows: number, tick: Tick): boolean {
  const target = centreTop(middle, rows, tick);
  return Math.abs(target - top) / tick > Math.max(MIN_DRIFT_ROWS, rows * MAX_DRIFT);
}

/** The top price that makes `price` visible with the smallest scroll. */
export function revealTop(top: number, price: number, rows: number, tick: Tick): number {
  const row = Math.round((top - price) / tick);
  if (row < 0) return clampTop(price, rows, tick);
  if (row >= rows) return clampTop(price + (rows - 1) * tick, rows, tick);
  return top;
}
