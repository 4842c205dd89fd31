/**
 * Where the ladder stands: which price is on top, and when it may move by itself.
 *
 * Units       Prices in millionths, in the terms of the shown outcome.
 * Invariants  Every answer is on the tick. Nothing here moves a ladder under a pointer: the View asks only when none is on it.
 */
import type { Tick } from '#shared/market/tickGrid.ts';
import { MICROS } from '#shared/units/micros.ts';

/** The middle may wander this far from the centre before the ladder follows: calm beats exact. */
const SLACK = 0.12;
const LEAST_SLACK_ROWS = 2;

function highestOf(tick: Tick): number {
  return Math.floor((MICROS - 1) / tick) * tick;
}

/** Keeps rows on prices that exist; a ladder taller than the market starts at its highest price. */
export function clampTop(top: number, rows: number, tick: Tick): number {
  const highest = highestOf(tick);
  const lowest = Math.min(highest, rows * tick);
  return Math.min(highest, Math.max(lowest, Math.round(top / tick) * tick));
}

/** Half way between the best prices; one of them, the last trade, or one half where there is no more to go by. */
export function middleOf(bestBid: number | null, bestAsk: number | null, last: number | null): number {
  if (bestBid !== null && bestAsk !== null) return (bestBid + bestAsk) / 2;
  return bestBid ?? bestAsk ?? last ?? MICROS / 2;
}

/** Top price that puts `middle` into the middle row. */
export function centreTop(middle: number, rows: number, tick: Tick): number {
  return clampTop(Math.ceil(middle / tick) * tick + (Math.ceil(rows / 2) - 1) * tick, rows, tick);
}

/** True when the middle has wandered so far that a following ladder must move. */
export function hasDrifted(top: number, middle: number, rows: number, tick: Tick): boolean {
  const target = centreTop(middle, rows, tick);
  return Math.abs(target - top) / tick > Math.max(LEAST_SLACK_ROWS, rows * SLACK);
}

/** Top price that shows `price` with the least movement; for the keyboard's cursor. */
export function revealTop(top: number, price: number, rows: number, tick: Tick): number {
  const row = Math.round((top - price) / tick);
  if (row < 0) return clampTop(price, rows, tick);
  if (row >= rows) return clampTop(price + (rows - 1) * tick, rows, tick);
  return top;
}
